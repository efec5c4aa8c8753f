/** A folder with one JSON file for each seed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder is created with its first seed. */
export class SeedFolder<Seed extends { readonly octets: string }> {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** All seeds with their file names. */
  read(): readonly (Seed & { readonly name: string })[] {
    if (!existsSync(this.#path)) return [];
    return readdirSync(this.#path)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, ...(JSON.parse(readFileSync(join(this.#path, name), 'utf8')) as Seed) }));
  }

  /** Stores a seed; returns its path. */
  write(seed: Seed): string {
    mkdirSync(this.#path, { recursive: true });
    const digest = createHash('sha256').update(seed.octets, 'latin1').digest('hex').slice(0, 12);
    const path = join(this.#path, `${digest}.json`);
    writeFileSync(path, `${JSON.stringify(seed, null, 2)}\n`);
    return path;
  }
}
