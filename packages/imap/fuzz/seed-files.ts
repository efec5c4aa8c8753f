/** Transcripts that once revealed a fault: regression tests. */
import { join } from 'node:path';
import type { Circumstances } from './check-transcript.ts';
import type { FoundSeed } from './run-target.ts';
import { SeedFolder } from './seed-folder.ts';

const FOLDER = new SeedFolder<FoundSeed<Circumstances>>(join(import.meta.dirname, 'seeds'));

/** All seeds with their file names. */
export const readSeedFiles = () => FOLDER.read();

/** Stores a seed; returns its path. */
export const writeSeedFile = (seed: FoundSeed<Circumstances>) => FOLDER.write(seed);
