import { resolve } from 'node:path';
import { CreationError, EXIT_CODES } from './creation-error.ts';

/** A parsed command line. */
export interface CreationRequest {
  readonly directory: string;
  /** Allows a non-empty directory; overwrites files. */
  readonly isForced: boolean;
  readonly installs: boolean;
  /** A tarball directory; null for the registry. */
  readonly packageSource: string | null;
  /** Unchanged flags for `posthorn install`. */
  readonly installFlags: readonly string[];
}

export const DEFAULT_DIRECTORY = 'posthorn';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** The directory comes first: passed-on flags may take values. Throws CreationError. */
export function readArguments(args: readonly string[]): CreationRequest {
  const [first = ''] = args;
  const isDirectoryNamed = first !== '' && !first.startsWith('-');
  const directory = resolve(isDirectoryNamed ? first : DEFAULT_DIRECTORY);
  // Line breaks would add lines to the written files.
  if (CONTROL_CHARACTER.test(directory)) throw usage('The name of the directory has a control character.');
  const flags = readFlags(isDirectoryNamed ? args.slice(1) : args);
  if (!flags.installs && flags.installFlags.length > 0) {
    throw usage(`With --no-install nobody reads ${flags.installFlags.join(' ')}.`);
  }
  return { directory, ...flags };
}

function readFlags(args: readonly string[]): Omit<CreationRequest, 'directory'> {
  let packageSource: string | null = null;
  const installFlags: string[] = [];
  const own = new Set<string>();
  const rest = [...args];
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    if (/^--root(=|$)/.test(flag)) {
      throw usage('The installation directory is the first argument; --root is not needed.');
    }
    if (flag === '--from') packageSource = resolve(requireValue(flag, rest.shift()));
    else if (flag === '--force' || flag === '--no-install') own.add(flag);
    else installFlags.push(flag);
  }
  return { isForced: own.has('--force'), installs: !own.has('--no-install'), packageSource, installFlags };
}

function requireValue(flag: string, value: string | undefined): string {
  if (value === undefined || value.startsWith('-')) throw usage(`${flag} needs a directory.`);
  return value;
}

function usage(message: string): CreationError {
  return new CreationError(`${message} (--help shows how it is called.)`, EXIT_CODES.usage);
}
