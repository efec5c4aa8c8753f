import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../composition/open-store.ts';
import type { Configuration, Services } from '../composition/services.ts';
import { readSettings } from '../config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../config/secrets-keys.ts';
import type { MailAccountId } from '../domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import { Secret } from '../domain/logins/secret.ts';
import { API_KEY_SCOPES } from '../domain/rights/api-key.ts';
import type { DemoUser } from './demo-mail.ts';

const CONNECT_MS = 10_000;

/** A demo's store, in a temporary file. */
export interface DemoStore extends Pick<Configuration, 'settings' | 'secretsKeys'> {
  readonly open: NonNullable<Awaited<ReturnType<typeof openStore>>>;
  /** Deletes the file; close the store before. */
  remove(): Promise<void>;
}

/** Opens an empty store. `variables`: of the settings. */
export async function openDemoStore(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<DemoStore> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-demo-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const settings = readSettings({ ...variables, APP_DATABASE_URL: `file:${join(folder, 'demo.db')}` });
    const secretsKeys = parseSecretsKeys(renderNewKey('demo'), 'the key of the demo');
    const open = await openStore({ settings, secretsKeys }, { isServer: true });
    if (open === null) throw new Error('The demo has no store.');
    return { settings, secretsKeys, open, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Connects the mailbox; returns a key that opens it. */
export async function fillDemoStore(
  { connectedAccounts, managedKeys }: Services,
  { user, entry }: { readonly user: DemoUser; readonly entry: MailServerEntry },
): Promise<string> {
  const from = { address: user.user, name: user.user };
  const { inbox, outbox, id } = entry;
  await connectedAccounts?.create(
    {
      ...{ id: id as MailAccountId, outboxLogin: null, isTried: true },
      values: { ...{ name: user.user, from, replyTo: from, inbox, roots: [] }, outbox: outbox ?? null },
      login: { mechanism: 'password', user: user.user, password: new Secret(user.password) },
    },
    AbortSignal.timeout(CONNECT_MS),
  );
  const scopes = API_KEY_SCOPES.filter((scope) => scope !== 'agent');
  const rights = { scopes, accounts: null, networks: [], expiresAt: null, agentSends: null };
  const created = await managedKeys?.create(null, { name: 'demo', ...rights });
  return created?.secret.reveal() ?? '';
}
