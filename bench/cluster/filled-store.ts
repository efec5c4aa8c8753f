/** A database with connected accounts and a key for all of them. */
import { openDatabase } from '../../packages/posthorn/src/adapters/database/open-database.ts';
import { toAccountRow } from '../../packages/posthorn/src/adapters/database/tables/account-row.ts';
import { createManagedKeys } from '../../packages/posthorn/src/application/keys/managed-keys.ts';
import { openStore } from '../../packages/posthorn/src/composition/open-store.ts';
import { readSettings } from '../../packages/posthorn/src/config/load-settings.ts';
import { parseSecretsKeys } from '../../packages/posthorn/src/config/secrets-keys.ts';
import type { MailAccountId } from '../../packages/posthorn/src/domain/accounts/mail-account.ts';
import { loginBinding } from '../../packages/posthorn/src/domain/accounts/secret-bindings.ts';
import { Secret } from '../../packages/posthorn/src/domain/logins/secret.ts';
import { buildAccount } from '../../packages/posthorn/test/support/stored-samples.ts';
import { userOf } from '../watch/mail-server.ts';

const AT_ONCE = 500;

export interface StoreToFill {
  readonly databaseUrl: string;
  /** The contents of the key file. */
  readonly keys: string;
  readonly accounts: number;
  /** Of the mail server. */
  readonly imapPort: number;
}

/** The id of an account. */
export function accountIdOf(index: number): MailAccountId {
  return `account-${index}` as MailAccountId;
}

/** Writes the accounts, and gives the key. */
export async function fillStore({ databaseUrl, keys, accounts, imapPort }: StoreToFill): Promise<string> {
  const settings = readSettings({ APP_DATABASE_URL: databaseUrl });
  const opened = await openStore(
    { settings, secretsKeys: parseSecretsKeys(keys, 'keys') },
    { isServer: false },
  );
  if (opened === null || settings.databaseUrl === null) throw new Error('There is no store.');
  const { apiKeys, secretBox } = opened.store;
  const { secret } = await createManagedKeys({ apiKeys, now: Date.now }).create(null, {
    ...{ name: 'bench', scopes: ['mail.read', 'accounts'], networks: [], agentSends: null },
    ...{ accounts: null, expiresAt: null },
  });
  const rowOf = (index: number) => {
    const { name: user, password } = userOf(index);
    const account = buildAccount({
      ...{ id: accountIdOf(index), name: user, outbox: null, state: 'connecting', epoch: 1 },
      inbox: { type: 'IMAP', host: '127.0.0.1', port: imapPort, isTls: false },
    });
    const sealed = secretBox.seal(new Secret(password), loginBinding(account));
    return toAccountRow({ ...account, login: { mechanism: 'password', user, password: sealed } });
  };
  const database = await openDatabase({
    ...{ location: settings.databaseUrl, readPassword: null, isServer: false, connectMs: 5_000 },
  });
  for (let first = 0; first < accounts; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, accounts - first);
    const rows = Array.from({ length: count }, (_, index) => rowOf(first + index));
    await database.transact((transaction) => transaction.insertInto('accounts').values(rows).execute());
  }
  await database.close();
  await opened.close();
  return secret.reveal();
}
