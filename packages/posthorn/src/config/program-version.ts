import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The running package's version. */
export const PROGRAM_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
