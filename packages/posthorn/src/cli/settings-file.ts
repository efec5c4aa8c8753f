import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { envFilePath } from '../config/env-file.ts';

/** `EnvironmentFile` of deploy/posthorn.service. */
const SERVICE_FILE = 'posthorn.env';

/** The named file; without it and `.env`, the systemd service's `posthorn.env`; undefined for `.env`. */
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
