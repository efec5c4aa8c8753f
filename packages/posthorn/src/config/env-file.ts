/** The file with the settings of an installation, mostly `.env`: read as text, written atomically. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { changeEnvText, type EnvChanges } from './env-text.ts';
import { notAFile, pathState, replaceFile } from './place-file.ts';

/** Only the owner may read the file, because it may hold secrets. */
const MODE = 0o600;
/** For a service that reads it as a member of a group, if its operator has kept it from everybody else. */
const GROUP_MODE = 0o640;
/** A page of settings has a few thousand octets; more than this was not written by hand. */
const MAX_OCTETS = 1024 * 1024;

/** Where the settings of the installation are. */
export function envFilePath(rootDirectory: string): string {
  return join(rootDirectory, '.env');
}

/** The text of the file, empty when there is none. Rejects for a symbolic link, for what is not a regular file, and for a file that is too large. */
export async function readEnvFileText(path: string): Promise<string> {
  const state = await pathState(path);
  if (state === 'absent') return '';
  if (state === 'other') throw notAFile(path);
  const { size } = await stat(path);
  if (size > MAX_OCTETS) throw new Error(`${path} has ${size} octets, and ${MAX_OCTETS} are allowed.`);
  return readFile(path, 'utf8');
}

/** Changes settings in the file, or makes it. Rejects, and leaves the file as it was, when that is not possible. */
export async function changeEnvFile(path: string, changes: EnvChanges): Promise<void> {
  const text = await readEnvFileText(path);
  const contents = changeEnvText(text, changes);
  await replaceFile({ path, contents, mode: await settingsFileMode(path) });
}

/** The permissions for a rewritten file: for its owner only, or also for the one group that could read it before. */
export async function settingsFileMode(path: string): Promise<number> {
  const present = await stat(path).catch(() => undefined);
  return present !== undefined && (present.mode & 0o777) === GROUP_MODE ? GROUP_MODE : MODE;
}
