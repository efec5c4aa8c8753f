/** Loads a file that the operator writes in `app/config`. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationError } from './configuration-error.ts';

export interface ConfigurationFile {
  /** Its name below the installation root, for problems: `app/config/cors.js`. */
  readonly name: string;
  /** The default export of a module, or what JSON says. */
  readonly value: unknown;
}

/**
 * The file `app/config/<name>.js` or `.json` below the installation root; undefined when there is neither. Throws
 * ConfigurationError when there are both, or when it cannot be loaded. A module is read anew for each other `revision`, and
 * Node keeps every one that was read; what the module itself imports is read once.
 */
export async function loadConfigurationFile(
  rootDirectory: string,
  name: string,
  revision: number,
): Promise<ConfigurationFile | undefined> {
  const names = [`app/config/${name}.js`, `app/config/${name}.json`];
  const [file, ...others] = names.filter((candidate) => existsSync(join(rootDirectory, candidate)));
  if (file === undefined) return undefined;
  if (others.length > 0) throw problem(`app/config/${name}`, 'one file', `both ${names.join(' and ')}`);
  return { name: file, value: await readValue(join(rootDirectory, file), { file, revision }) };
}

async function readValue(
  path: string,
  { file, revision }: { readonly file: string; readonly revision: number },
): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'));
    const module: { readonly default?: unknown } = await import(`${pathToFileURL(path).href}?v=${revision}`);
    return module.default;
  } catch (error) {
    // Whatever the operator's own code throws is a problem of the file.
    throw problem(file, 'a file that can be loaded', error instanceof Error ? error.message : 'an error');
  }
}

function problem(key: string, expected: string, got: string): ConfigurationError {
  return new ConfigurationError([{ key, expected, got }]);
}
