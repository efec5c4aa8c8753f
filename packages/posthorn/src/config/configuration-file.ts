import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCommonJsPackage } from './commonjs-package.ts';
import { ConfigurationError } from './configuration-error.ts';

/** A loaded configuration file. */
export interface ConfigurationFile {
  /** From the installation root. */
  readonly name: string;
  /** Default export, or JSON value. */
  readonly value: unknown;
}

/** `.mjs` is an ES module everywhere. */
const ENDINGS = ['.js', '.mjs', '.json'] as const;

/** Options of `loadConfigurationFile`. */
export interface FileRequest {
  readonly rootDirectory: string;
  readonly name: string;
  readonly revision: number;
}

/**
 * Loads `app/config/<name>` with one of `ENDINGS`; undefined without. Throws ConfigurationError for several,
 * or a failure. A new `revision` reloads the module but not its imports; Node keeps all.
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
    // Operators' code may throw anything.
    throw problem(file, 'a file that can be loaded', await describeFailure(error, path));
  }
}

/** Node hides a syntax error's line. */
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
