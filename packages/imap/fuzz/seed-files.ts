/** Transcripts that once found a fault, kept so that it is not made again. */
import { join } from 'node:path';
import type { Circumstances } from './check-transcript.ts';
import type { FoundSeed } from './run-target.ts';
import { SeedFolder } from './seed-folder.ts';

const FOLDER = new SeedFolder<FoundSeed<Circumstances>>(join(import.meta.dirname, 'seeds'));

/** All seeds with their file names. */
export const readSeedFiles = () => FOLDER.read();

/** Keeps a seed; gives its path. */
export const writeSeedFile = (seed: FoundSeed<Circumstances>) => FOLDER.write(seed);
