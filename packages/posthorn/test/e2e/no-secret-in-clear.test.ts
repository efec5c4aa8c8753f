/** A server with a store shows no secret and no mail in clear: database, backups, outputs, answers, and the memory of an idle process. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from 'posthorn-sandbox';
import { openDatabase } from '../../src/adapters/database/open-database.ts';
import { SEALED_TABLES } from '../../src/adapters/database/sealed-values.ts';
import { readDatabaseUrl } from '../../src/config/database-url.ts';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { buildMessage } from '../support/message-samples.ts';
import { type Postgres, postgresIsMissing, startPostgres } from '../support/postgres.ts';
import { formsIn, secretForms } from '../support/secret-forms.ts';
import { writeServerCertificate } from '../support/tls-certificate.ts';
import { startTokenEndpoint } from '../support/token-endpoint.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { runPiped } from './piped-command.ts';
import { misplace } from './secret-requests.ts';
import { fillStore } from './store-requests.ts';
import { startWatchedPosthorn } from './watched-posthorn.ts';

const USER = 'ann@example.org';
const SECRETS = {
  user: USER,
  password: 'pass.tiger+8f3a/1c&=%"q',
  wrong: 'wrong.tiger+8f3a/1c&=%"q',
  refreshToken: 'refresh.tiger-8f3a',
  text: 'Secret plan tiger-8f3a of the mail',
} as const;
const ACCESS_TOKEN = 'access.tiger-8f3a';
const DATABASE_PASSWORD = 'database.tiger-8f3a';
const APP_KEY = 'installation.tiger-8f3a';
/** Idle connections end after a second (watchers, which keep theirs, are off), and rows of the store are known for two. */
const IDLE_MS = 5_000;

function found(text: string, secrets: readonly string[]): readonly string[] {
  const isTelling = (line: string) =>
    secrets.some((secret) => formsIn(line, { user: USER, secret }).length > 0);
  return text.split('\n').filter(isTelling);
}

describe('A server with a store', () => {
  let folder: string;
  let authority: string;
  let tls: { readonly key: string; readonly cert: string };
  let postgres: Postgres | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-clear-'));
    authority = await writeServerCertificate(folder);
    const [key = '', cert = ''] = await Promise.all(
      ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    tls = { key, cert };
    if (!postgresIsMissing) postgres = await startPostgres();
  });
  after(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true });
  });

  async function start(t: TestContext, databaseUrl: string) {
    const tokens = { [ACCESS_TOKEN]: 'good' } as const;
    const keys = renderNewKey('a-name-of-many-letters');
    const [, secretsKey = ''] = keys.trim().split(':');
    const sandbox = await startSandbox({
      users: [{ name: USER, password: SECRETS.password, tokens }],
      ...{ tls, implicitTls: true, smtp: true, capabilities: { with: ['AUTH=XOAUTH2'] } },
      login: { smtpMechanisms: ['PLAIN', 'XOAUTH2'] },
    });
    t.after(() => sandbox.close());
    sandbox.user(USER).deliver(buildMessage({ subject: SECRETS.text, text: SECRETS.text }));
    const token = { access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 3600 };
    const endpoint = await startTokenEndpoint(t, [{ body: token }]);
    const provider = {
      ...{ id: 'test', name: 'Test', scopes: ['mail'], clientId: 'posthorn' },
      authorizationEndpoint: `${endpoint.origin}/authorize`,
      tokenEndpoint: `${endpoint.origin}/token`,
    };
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    receiver.behave((_message, response) => response.writeHead(500).end(SECRETS.text));
    const posthorn = await startWatchedPosthorn(t, {
      ...{ sandbox, authority },
      settings: [
        ...[`APP_DATABASE_URL=${databaseUrl}`, 'APP_SECRETS_KEYS_FILE=secrets.keys', `APP_KEY=${APP_KEY}`],
        ...['APP_DEBUG=true', 'LOG_LEVEL=trace', 'APP_SESSION_IDLE_SECONDS=1', 'APP_WATCH=false'],
        ...[`APP_WEBHOOK_HOSTS_ALLOW=127.0.0.1:${receiver.port}`, ''],
      ].join('\n'),
      files: {
        'secrets.keys': keys,
        'app/config/oauth.json': JSON.stringify({
          returnUrls: ['http://localhost/back'],
          providers: [provider],
        }),
      },
    });
    const run = async (...args: readonly string[]) => {
      const result = await runPiped({ args: [...args, '--root', posthorn.rootDirectory] });
      assert.deepEqual([result.code, result.stderr], [0, '']);
      return result.stdout;
    };
    const scopes = 'mail.read,mail.write,mail.send,accounts,keys,webhooks';
    const key = (await run('keys:create', '--name', 'first', '--scopes', scopes)).trim();
    const servers = {
      ...{ inbox_address: 'localhost', inbox_port: sandbox.imapsPort, inbox_ssl: true },
      ...{ outbox_address: 'localhost', outbox_port: sandbox.smtpPort, outbox_secure: 'tls' },
    };
    const answers = await fillStore({
      ...{ address: posthorn.address, key, secrets: SECRETS, servers },
      receiver: `http://127.0.0.1:${receiver.port}/in`,
    });
    const texts = [...answers.texts, ...(await misplace(posthorn.address, USER, key))];
    const { user: _user, ...mailSecrets } = SECRETS;
    const secrets = [...Object.values(mailSecrets), ACCESS_TOKEN, secretsKey, key, ...answers.made];
    return { posthorn, run, texts, secrets };
  }
  type Scene = Awaited<ReturnType<typeof start>>;

  /** Every table that may have a secret has one. */
  async function requireSealedRows(rootDirectory: string, databaseUrl: string): Promise<void> {
    const location = readDatabaseUrl(databaseUrl, rootDirectory);
    assert.ok(location);
    const database = await openDatabase({ location, readPassword: null, isServer: false, connectMs: 5_000 });
    for (const table of SEALED_TABLES) {
      const { values } = await database.transact((transaction) => table.read(transaction, ''));
      assert.ok(values.length > 0, `${table.name} has no secret`);
    }
    await database.close();
  }

  /** Of the secrets, the memory of the idle process has those that docs/store.md lists, and no others. */
  async function requireSilence({ posthorn, texts, secrets }: Scene, held: readonly string[]): Promise<void> {
    await wait(IDLE_MS);
    await fetch(`${posthorn.address}/health`);
    const strings = await posthorn.readHeapStrings();
    const outputs = await posthorn.finish();

    const all = [...secrets, APP_KEY, DATABASE_PASSWORD];
    assert.deepEqual(found(texts.join('\n'), all), [], 'answers');
    for (const [name, output] of Object.entries(outputs)) assert.deepEqual(found(output, all), [], name);
    assert.match(outputs.log ?? '', /"msg":"request/);
    assert.match(outputs.metrics ?? '', /^posthorn_/m);
    assert.match(outputs.audit ?? '', /first \(/);
    assert.match(outputs.spans ?? '', /"name"/);
    const isHeld = (secret: string) => {
      const forms = Object.values(secretForms({ user: USER, secret }));
      return strings.some((text) => forms.some((form) => text.includes(form)));
    };
    assert.deepEqual(all.filter(isHeld), held);
  }

  it('at a file', async (t) => {
    const databaseUrl = 'file:p.db';
    const scene = await start(t, databaseUrl);
    const { rootDirectory } = scene.posthorn;
    await scene.run('database:backup', join(rootDirectory, 'backup.db'));
    await requireSealedRows(rootDirectory, databaseUrl);
    const names = (await readdir(rootDirectory)).filter((name) => /^(?:p|backup)\.db/.test(name));

    for (const name of names) {
      const contents = await readFile(join(rootDirectory, name), 'latin1');
      assert.deepEqual(found(contents, scene.secrets), [], name);
    }
    assert.ok(names.includes('p.db-wal') && names.includes('backup.db'));
    await requireSilence(scene, [APP_KEY]);
  });

  it('at PostgreSQL', { skip: postgresIsMissing }, async (t) => {
    assert.ok(postgres);
    const url = Object.assign(new URL(await postgres.createDatabase()), { password: DATABASE_PASSWORD }).href;
    const scene = await start(t, url);
    await requireSealedRows(scene.posthorn.rootDirectory, url);

    const dump = await postgres.dump(url);
    assert.deepEqual(found(dump, scene.secrets), [], 'dump');
    assert.ok(dump.includes(USER));
    await requireSilence(scene, [APP_KEY, DATABASE_PASSWORD]);
  });
});
