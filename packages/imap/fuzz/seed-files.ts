/** Transcripts that once found a fault, kept so that it is not made again. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Circumstances } from './check-transcript.ts';

const FOLDER = join(import.meta.dirname, 'seeds');

export interface SeedFile {
  /** What was wrong, in one line. */
  readonly finding: string;
  readonly circumstances: Circumstances;
  /** One character an octet. */
  readonly octets: string;
}

/** All seeds with their file names. */
export function readSeedFiles(): readonly (SeedFile & { readonly name: string })[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, ...(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as SeedFile) }));
}

/** Keeps a seed; gives its path. */
export function writeSeedFile(seed: SeedFile): string {
  const digest = createHash('sha256').update(seed.octets, 'latin1').digest('hex').slice(0, 12);
  const path = join(FOLDER, `${digest}.json`);
  writeFileSync(path, `${JSON.stringify(seed, null, 2)}\n`);
  return path;
}
