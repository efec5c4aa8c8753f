import { pathState } from '../../config/atomic-file.ts';
import { loadSettings } from '../../config/load-settings.ts';
import type { ApiKeyScope } from '../../domain/rights/api-key.ts';
import { type Installation, print, warn } from '../installation.ts';
import { ownCommand, rootFlag } from '../own-command.ts';
import { processEnvironment } from '../process-environment.ts';
import { requireStoreTools } from '../store-command.ts';
import { addSecretsKey } from './secrets.ts';

const NAME = 'first';
const SCOPES: readonly ApiKeyScope[] = ['mail.read', 'mail.write', 'mail.send', 'accounts'];

/** Creates keys for a new database's secrets, the database, and an API key, which it prints. */
export async function setUpStore({ rootDirectory, settingsPath }: Installation): Promise<void> {
  const { secretsKeysFile: file } = loadSettings({
    ...{ rootDirectory, settingsFile: settingsPath },
    environment: processEnvironment(),
  });
  if (file !== null && (await pathState(file)) === 'absent') {
    await addSecretsKey(file);
    print(`${file} is made. Keep a copy apart from backups of the database: nobody reads it without.`);
  }
  try {
    const key = await createFirstKey({ root: rootDirectory, settingsFile: settingsPath });
    if (key === null) return;
    print(`The first API key opens all mail accounts. It is shown only here:\n\n  ${key}\n`);
  } catch (error) {
    warn(`There is no API key yet. ${error instanceof Error ? error.message : String(error)}`);
    const command = `keys:create --name ${NAME} --scopes ${SCOPES.join(',')}`;
    warn(`Make one later: ${ownCommand()} ${command}${rootFlag(rootDirectory)}`);
  }
}

/** Null if keys exist. */
async function createFirstKey(flags: {
  readonly root: string;
  readonly settingsFile: string;
}): Promise<string | null> {
  const tools = await requireStoreTools(flags);
  return tools.manageKeys(async (keys) => {
    const { rows: present } = await keys.list(null, { after: null, limit: 1 });
    if (present.length > 0) return null;
    const { secret } = await keys.create(null, {
      ...{ name: NAME, scopes: SCOPES, networks: [], agentSends: null, accounts: null, expiresAt: null },
    });
    return secret.reveal();
  });
}
