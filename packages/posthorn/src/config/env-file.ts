import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notAFile, pathState, replaceFile } from './atomic-file.ts';
import { changeEnvText, type EnvChanges } from './env-text.ts';

/** May contain secrets. */
const MODE = 0o600;
/** For a service in the group. */
const GROUP_MODE = 0o640;
const MAX_OCTETS = 1024 * 1024;

/** The `.env` file. */
export function envFilePath(rootDirectory: string): string {
  return join(rootDirectory, '.env');
}

/** Empty without a file. Rejects for symbolic links, irregular and oversized files. */
export async function readEnvFileText(path: string): Promise<string> {
  const state = await pathState(path);
  if (state === 'absent') return '';
  if (state === 'other') throw notAFile(path);
  const { size } = await stat(path);
  if (size > MAX_OCTETS) throw new Error(`${path} has ${size} octets, and ${MAX_OCTETS} are allowed.`);
  return readFile(path, 'utf8');
}

/** Atomic; may create the file. Rejects without changes. */
export async function changeEnvFile(path: string, changes: EnvChanges): Promise<void> {
  const text = await readEnvFileText(path);
  const contents = changeEnvText(text, changes);
  await replaceFile({ path, contents, mode: await settingsFileMode(path) });
}

/** Access for the owner, and a group that could read the file before. */
export async function settingsFileMode(path: string): Promise<number> {
  const present = await stat(path).catch(() => undefined);
  return present !== undefined && (present.mode & 0o777) === GROUP_MODE ? GROUP_MODE : MODE;
}
