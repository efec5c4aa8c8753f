/** API keys and 10,000 connected accounts: a list by key beside the same list by password, a page of accounts, and the start. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../packages/posthorn/src/adapters/database/open-database.ts';
import { toAccountRow } from '../../packages/posthorn/src/adapters/database/tables/account-row.ts';
import { createManagedKeys } from '../../packages/posthorn/src/application/keys/managed-keys.ts';
import { openStore } from '../../packages/posthorn/src/composition/open-store.ts';
import { readSettings } from '../../packages/posthorn/src/config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../../packages/posthorn/src/config/secrets-keys.ts';
import type { MailAccountId } from '../../packages/posthorn/src/domain/accounts/mail-account.ts';
import { loginBinding } from '../../packages/posthorn/src/domain/accounts/secret-bindings.ts';
import { Secret } from '../../packages/posthorn/src/domain/logins/secret.ts';
import { buildAccount } from '../../packages/posthorn/test/support/stored-samples.ts';
import { startPosthorn } from '../support/posthorn.ts';
import { measurePair, type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';

const ACCOUNTS = 10_000;
const AT_ONCE = 200;
const STARTS = 3;
const ACCOUNT = 'connected';
const LIST = '/MailFolders/INBOX/MessageItems?page[limit]=50';
/** 0.2 ms of a list that takes one. */
const LIST_LIMIT = 1.2;
const PAGE_GOAL_MS = 10;
/** A second of a start that takes one. */
const START_LIMIT = 2;
const SETTINGS = ['APP_DATABASE_URL=file:p.db', 'APP_SECRETS_KEYS_FILE=secrets.keys'];

export async function measureStore(input: ScenarioInput): Promise<readonly Row[]> {
  const { dovecot, rounds, size, user } = input;
  let key = '';
  const prepare = async (root: string) => {
    key = await fillStore(root, input);
  };
  const posthorn = await startPosthorn(dovecot, { settings: SETTINGS, prepare });
  const { watchHealth } = posthorn;
  try {
    const list = await measurePair({
      ...{ name: 'list of 50 by key; raw is by password', size, limit: LIST_LIMIT, rounds, watchHealth },
      raw: () => posthorn.send({ path: LIST, user }),
      ours: () => posthorn.send({ path: LIST, user, key, account: ACCOUNT }),
    });
    const page = await measurePair({
      ...{ name: 'page of 50 accounts; raw is the goal', size: ACCOUNTS, limit: 1, rounds, watchHealth },
      raw: async () => undefined,
      ours: () => posthorn.send({ path: '?sort=-name', user, key, account: '' }),
    });
    const goal = { rawMs: PAGE_GOAL_MS, ratio: page.ourMs / PAGE_GOAL_MS };
    return [list, { ...page, ...goal }, await measureStart(input)];
  } finally {
    await posthorn.stop();
  }
}

async function measureStart(input: ScenarioInput): Promise<Row> {
  const [rawMs, ourMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < STARTS; round += 1) {
    rawMs.push(await startMs(input, async () => undefined, []));
    ourMs.push(await startMs(input, async (root) => void (await fillStore(root, input)), SETTINGS));
  }
  const name = 'start with accounts; raw is without a store';
  return toRow({ name, size: ACCOUNTS, limit: START_LIMIT, rawMs, ourMs, longestGapMs: 0 });
}

/** Milliseconds until the program listens, once everything is prepared. */
async function startMs(
  { dovecot }: ScenarioInput,
  prepare: (root: string) => Promise<void>,
  settings: readonly string[],
): Promise<number> {
  let preparedAt = 0;
  let ms = 0;
  await timed(async () => {
    const posthorn = await startPosthorn(dovecot, {
      settings,
      async prepare(root) {
        await prepare(root);
        preparedAt = performance.now();
      },
    });
    ms = performance.now() - preparedAt;
    await posthorn.stop();
  });
  return ms;
}

/** Writes the accounts, one of them with a login, and a key; gives the key. */
async function fillStore(root: string, { dovecot, user }: ScenarioInput): Promise<string> {
  const text = renderNewKey('bench');
  await writeFile(join(root, 'secrets.keys'), text, { mode: 0o600 });
  const settings = readSettings({ APP_DATABASE_URL: `file:${join(root, 'p.db')}` });
  const opened = await openStore(
    { settings, secretsKeys: parseSecretsKeys(text, 'keys') },
    { isServer: true },
  );
  if (opened === null || settings.databaseUrl === null) throw new Error('There is no store.');
  const { accounts, apiKeys, secretBox } = opened.store;
  const { host, port, tlsPort } = dovecot;
  const account = buildAccount({
    ...{ id: ACCOUNT as MailAccountId, outbox: null },
    inbox: { type: 'IMAP', host, port: tlsPort ?? port, isTls: tlsPort !== undefined },
  });
  const password = secretBox.seal(new Secret(user.password), loginBinding(account));
  await accounts.save({ ...account, login: { mechanism: 'password', user: user.name, password } });
  const { secret } = await createManagedKeys({ apiKeys, now: Date.now }).create(null, {
    ...{ name: 'bench', scopes: ['mail.read', 'accounts'], networks: [], agentSends: null },
    ...{ accounts: null, expiresAt: null },
  });
  await opened.close();
  const database = await openDatabase({
    ...{ location: settings.databaseUrl, readPassword: null, isServer: false, connectMs: 5_000 },
  });
  for (let first = 0; first < ACCOUNTS; first += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index) => {
      const id = `account-${first + index}` as MailAccountId;
      // Not watched: they are there to be listed.
      return toAccountRow(buildAccount({ id, name: id, state: 'disabled', epoch: 1 }));
    });
    await database.transact((transaction) => transaction.insertInto('accounts').values(rows).execute());
  }
  await database.close();
  return secret.reveal();
}
