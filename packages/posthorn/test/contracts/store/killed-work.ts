/** A process that works on a database until it is killed: by itself after a statement, or from outside. Its job comes as a line of JSON. */
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { backUpFile } from '../../../src/adapters/database/backup.ts';
import type { Database } from '../../../src/adapters/database/database.ts';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import { rotateSecrets } from '../../../src/adapters/database/rotation.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { createAccountRemovals } from '../../../src/application/connected/account-removals.ts';
import { createConnectedAccounts } from '../../../src/application/connected/connected-accounts.ts';
import { createMailServerDiscovery } from '../../../src/application/discovery/mail-server-discovery.ts';
import type { KeyedSecretBox } from '../../../src/application/ports/state/secret-box.ts';
import { createRecentRows } from '../../../src/application/recent-rows.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { PublishedServer, PublishedServers } from '../../../src/domain/accounts/mail-servers.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import type { SecretsKeys } from '../../../src/domain/logins/secrets-key.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import type { DatabaseLocation } from '../../../src/domain/values/database-location.ts';
import { GRANT_ACCOUNT, refreshesAt, tokensOver } from '../../support/grant-scene.ts';
import { buildEvent } from '../../support/stored-events.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { startDispatcher } from '../webhooks/bare-dispatcher.ts';
import { openLogged } from './recorded-statements.ts';
import { buildSealedAccount } from './sealed-rows.ts';

/** Work and the moment of its end. */
export interface KilledJob {
  readonly work: 'migrate' | 'rotate' | 'write' | 'back-up' | 'connect' | 'refresh' | 'deliver' | 'append';
  readonly location: DatabaseLocation;
  /** Name and base64, the first seals. */
  readonly keys: readonly (readonly [string, string])[];
  /** A prefix of ids, the file of a backup, an OpenID issuer, or the hosts of receivers. */
  readonly target: string;
  /** Number of statements, trials and requests that run before the end; null: killed from outside. */
  readonly statements: number | null;
}

/** Reads the keys of a job. */
export function keysOf([first, ...rest]: KilledJob['keys']): SecretsKeys {
  if (first === undefined) throw new RangeError('There is no key.');
  return [toKey(first), ...rest.map(toKey)];
}

/** Makes a box of the keys of a job. */
export function boxOf(keys: KilledJob['keys']): KeyedSecretBox {
  return createSecretBox(keysOf(keys));
}

function toKey([name, text]: KilledJob['keys'][number]): SecretsKeys[number] {
  return { name, key: createSecretKey(Buffer.from(text, 'base64')) };
}

/** Writes until it is killed; says what is promised once it is. */
async function write(database: Database, { keys, target }: KilledJob): Promise<void> {
  const { accounts, apiKeys, secretBox } = storeOf(database, boxOf(keys));
  for (let count = 0; ; count += 1) {
    const id = `${target}${count}` as MailAccountId;
    await accounts.save(buildSealedAccount(secretBox, id));
    process.stdout.write(`${id}\n`);
    const other = `${id}b` as MailAccountId;
    await accounts.save(buildSealedAccount(secretBox, other));
    await apiKeys.save(buildApiKey({ id: id as unknown as ApiKeyId, accounts: [id, other] }));
    process.stdout.write(`key ${id}\n`);
  }
}

/** Connects, changes and removes accounts until it is killed; says what is promised once it is. */
async function connect(database: Database, job: KilledJob, step: () => void): Promise<void> {
  const { accounts, grants, secretBox } = storeOf(database, boxOf(job.keys));
  const connected = createConnectedAccounts({
    ...{
      accounts,
      grants,
      secretBox,
      rows: createRecentRows({ find: (id) => accounts.find(id), max: 10 }),
      accessGrants: { open: async (login) => login },
    },
    removals: createAccountRemovals(),
    loginProof: { run: async () => step() },
    discovery: createMailServerDiscovery({
      ...{ entries: () => [], providers: { find: () => FOUND } },
      ...{ dns: UNUSED, documents: UNUSED, probe: UNUSED },
    }),
    now: Date.now,
  });
  const signal = new AbortController().signal;
  const from = { address: 'jane@example.org', name: '' };
  const login = (password: string) =>
    ({ mechanism: 'password', user: 'jane', password: new Secret(password) }) as const;
  for (let count = 0; ; count += 1) {
    const id = `${job.target}${count}` as MailAccountId;
    const values = { name: id, from, replyTo: from, roots: [] };
    await connected.create({ id, values, login: login('first'), outboxLogin: null, isTried: true }, signal);
    process.stdout.write(`first ${id}\n`);
    await connected.change({ id, change: () => ({}), login: login('second'), isTried: true }, signal);
    process.stdout.write(`second ${id}\n`);
    if (count % 2 === 0) continue;
    await connected.remove({ id });
    process.stdout.write(`removed ${id}\n`);
  }
}

/** Renews access tokens, which are always old, until it is killed or the grant has ended; says what is used once it is. */
async function refresh(database: Database, { keys, target: issuer }: KilledJob, step: () => void) {
  const store = storeOf(database, boxOf(keys));
  const tokens = tokensOver(store, { ...refreshesAt(issuer), onRequest: step });
  for (;;) {
    const account = await store.accounts.find(GRANT_ACCOUNT);
    if (account === null) throw new Error('There is no account.');
    const login = await tokens.loginOf(account, new AbortController().signal).catch((error) => {
      if (error instanceof MailError && error.code === 'reauthentication-needed') return null;
      throw error;
    });
    if (login === null) return;
    process.stdout.write(`${login.secret.reveal()}\n`);
  }
}

/** Writes events of two accounts until it is killed, each with the position after it; says what is promised. */
async function append(database: Database, { keys, target }: KilledJob): Promise<void> {
  const { events } = storeOf(database, boxOf(keys));
  for (;;) {
    for (const id of ['shared', target]) {
      const account = id as MailAccountId;
      const [known] = await events.positions(account);
      const count = known === undefined ? 0 : Buffer.from(known.position).readUInt32BE();
      const position = Buffer.alloc(4);
      position.writeUInt32BE(count + 2);
      const written = await events.advance({
        ...{ account, createdAt: buildAccount().createdAt },
        positions: [{ account, mailbox: null, position, epoch: known?.epoch ?? 0 }],
        removed: [],
        events: [1, 2].map((next) => buildEvent({ account, uid: count + next })),
      });
      if (written) process.stdout.write(`${account} ${count + 2}\n`);
    }
  }
}

/** The table of providers answers first. */
const UNUSED = {} as never;
const FOUND: PublishedServers = {
  incoming: [serverAt('imap', 993)],
  outgoing: [serverAt('smtp', 465)],
};

function serverAt(protocol: 'imap' | 'smtp', port: number): PublishedServer {
  const host = `${protocol}.example.org`;
  return { protocol, host, port, security: 'tls', user: '%EMAILADDRESS%', mechanisms: ['password'] };
}

async function work(job: KilledJob): Promise<void> {
  if (job.work === 'back-up' && job.location.engine === 'file') {
    backUpFile(job.location.path, job.target);
    return;
  }
  let run = 0;
  const step = () => {
    if (job.statements !== null && run >= job.statements) process.kill(process.pid, 'SIGKILL');
    run += 1;
  };
  const database = openLogged(job.location, step);
  if (job.work === 'migrate') await migrate(database);
  if (job.work === 'rotate') await rotateSecrets(database, boxOf(job.keys));
  if (job.work === 'write') await write(database, job);
  if (job.work === 'append') await append(database, job);
  if (job.work === 'connect') await connect(database, job, step);
  if (job.work === 'refresh') await refresh(database, job, step);
  if (job.work === 'deliver') {
    const secretBox = boxOf(job.keys);
    await startDispatcher(storeOf(database, secretBox), { secretBox, allow: job.target.split(',') });
    await new Promise(() => undefined);
  }
  await database.close();
}

async function readJob(): Promise<void> {
  process.stdout.write('ready\n');
  const [line] = (await once(createInterface(process.stdin), 'line')) as [string];
  await work(JSON.parse(line));
  process.exit(0);
}

// Without an await here: test files that import it and share a process would lose their names.
if (process.argv[1] === import.meta.filename) void readJob();
