/** Which version of the program this is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the package that runs, such as `1.2.3`; the program runs from `src` or `dist`. */
export const PROGRAM_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
