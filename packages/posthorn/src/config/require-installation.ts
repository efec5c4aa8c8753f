import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from './configuration-error.ts';
import type { SettingSources } from './load-settings.ts';

const CONFIGURATION_FILE = /^(?:bindings|cors|imapserver)\.(?:js|mjs|json)$/;
/** Variables alone may be an installation. */
const TELLING_KEY = /^(?:APP_|AUTH_PROVIDER$)/;

/**
 * Requires configuration in the directory, settings file or environment: elsewhere, defaults are open to
 * everyone. Throws ConfigurationError for the missing part.
 */
export async function requireInstallation(sources: SettingSources): Promise<void> {
  const { rootDirectory, settingsFile, environment } = sources;
  if (!(await isDirectory(rootDirectory))) {
    throw refuse(rootDirectory, 'the directory of an installation', 'no such directory');
  }
  if (settingsFile !== undefined || (await isThere(join(rootDirectory, '.env')))) return;
  if (Object.keys(environment).some((key) => TELLING_KEY.test(key) && environment[key]?.trim())) return;
  const names = await listConfiguration(join(rootDirectory, 'app/config'));
  if (names.some((name) => CONFIGURATION_FILE.test(name))) return;
  throw refuse(
    rootDirectory,
    `an installation (make one: posthorn install --root ${rootDirectory})`,
    'a directory with neither .env nor app/config/imapserver.js, cors.js or bindings.js, and no APP_ setting in the environment',
  );
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** True if unreadable, which the start reports. */
async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  );
}

/** Rejects for an unreadable folder. */
async function listConfiguration(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw refuse('app/config', 'a folder that the user of this process can read', code);
  }
}

function refuse(key: string, expected: string, got: string): ConfigurationError {
  return new ConfigurationError([{ key, expected, got }]);
}
