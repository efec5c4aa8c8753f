/** Loads a file that the operator writes in `app/config`. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCommonJsPackage } from './commonjs-package.ts';
import { ConfigurationError } from './configuration-error.ts';

/** A loaded configuration file. */
export interface ConfigurationFile {
  /** Its name below the installation root, for problems: `app/config/cors.js`. */
  readonly name: string;
  /** The default export of a module, or the value of a JSON file. */
  readonly value: unknown;
}

/** `.mjs` is an ES module in every directory. */
const ENDINGS = ['.js', '.mjs', '.json'] as const;

/** Which file is loaded. */
export interface FileRequest {
  /** The root of the installation. */
  readonly rootDirectory: string;
  /** Without directory and ending, such as `cors`. */
  readonly name: string;
  readonly revision: number;
}

/**
 * The file `app/config/<name>.js`, `.mjs` or `.json` below the installation root; undefined when there is none. Throws
 * ConfigurationError when there are several, or when it cannot be loaded. A module is loaded again for each new `revision`, and
 * Node keeps every one that was read; what the module itself imports is read once.
 */
export async function loadConfigurationFile({
  rootDirectory,
  name,
  revision,
}: FileRequest): Promise<ConfigurationFile | undefined> {
  const names = ENDINGS.map((ending) => `app/config/${name}${ending}`).filter((candidate) =>
    existsSync(join(rootDirectory, candidate)),
  );
  const [file, ...others] = names;
  if (file === undefined) return undefined;
  if (others.length > 0) throw problem(`app/config/${name}`, 'one file', names.join(' and '));
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
    // Any error of the operator's own code is a problem of the file.
    throw problem(file, 'a file that can be loaded', await describeFailure(error, path));
  }
}

/** Node keeps the place of a syntax error to itself when the file is loaded in this way. */
async function describeFailure(error: unknown, path: string): Promise<string> {
  if (!(error instanceof Error)) return 'an error';
  if (!(error instanceof SyntaxError) || path.endsWith('.json')) return error.message;
  const packageFile = path.endsWith('.js') ? await findCommonJsPackage(dirname(path)) : undefined;
  if (packageFile === undefined) return `${error.message} (node --check ${path} shows the place)`;
  return `${error.message}. ${packageFile} says "type": "commonjs", so Node does not read ${basename(path)} as an ES module: rename it to ${basename(path, '.js')}.mjs`;
}

function problem(key: string, expected: string, got: string): ConfigurationError {
  return new ConfigurationError([{ key, expected, got }]);
}
