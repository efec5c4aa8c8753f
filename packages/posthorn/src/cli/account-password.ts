/** Gets the password for a check without ever taking it from the command line, where others could read it. */
import { open } from 'node:fs/promises';
import type { Environment } from '../config/load-settings.ts';
import { Secret } from '../domain/secret.ts';
import { usageError } from './command-error.ts';

/** Where a password may come from. */
export interface PasswordSources {
  /** A file whose contents are the password; a line end behind it does not count. */
  readonly file: string | undefined;
  readonly environment: Environment;
  /** Asks the person at the terminal; null when there is none. An empty text means that no login is wanted. */
  readonly ask: (() => Promise<string>) | null;
}

const VARIABLE = 'POSTHORN_PASSWORD';
/** No password is longer; a wrong file name must not read a whole mailbox. */
const MAX_OCTETS = 4096;

/** The password of the first source that has one, or null. Rejects with CommandError for a file that cannot be used. */
export async function findPassword({ file, environment, ask }: PasswordSources): Promise<Secret | null> {
  const text = file === undefined ? environment[VARIABLE] || (await ask?.()) : await readPasswordFile(file);
  return text ? new Secret(text) : null;
}

async function readPasswordFile(path: string): Promise<string> {
  const octets = Buffer.alloc(MAX_OCTETS + 1);
  const length = await readInto(octets, path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`--password-file: ${path} cannot be read (${error.code}).`);
  });
  if (length > MAX_OCTETS) throw usageError(`--password-file: ${path} is too large to be a password.`);
  const password = octets.toString('utf8', 0, length).replace(/\r?\n$/, '');
  if (password === '') throw usageError(`--password-file: ${path} is empty.`);
  return password;
}

async function readInto(octets: Buffer, path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead } = await handle.read(octets, 0, octets.length);
    return bytesRead;
  } finally {
    await handle.close();
  }
}
