/** Finds the settings that the service of an installation is started with. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { envFilePath } from '../config/env-file.ts';

/** The `EnvironmentFile` of deploy/posthorn.service, which takes the place of `.env`. */
const SERVICE_FILE = 'posthorn.env';

/**
 * The file that was named, else `posthorn.env` of the installation where it has that and no `.env`; undefined for `.env`. So that a
 * command at a terminal sees, and changes, what the service of systemd gets.
 */
export async function findSettingsFile(
  rootDirectory: string,
  named: string | undefined,
): Promise<string | undefined> {
  if (named !== undefined) return resolve(named);
  if (await isThere(envFilePath(rootDirectory))) return undefined;
  const path = join(rootDirectory, SERVICE_FILE);
  return (await isThere(path)) ? path : undefined;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
