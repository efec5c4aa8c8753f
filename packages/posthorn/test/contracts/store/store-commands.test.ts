/** The commands for the database and its keys, from an empty directory to PostgreSQL, beside a server. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { OpenStore } from '../../../src/adapters/database/open-store.ts';
import { openStore } from '../../../src/composition/open-store.ts';
import { loadSettings } from '../../../src/config/load-settings.ts';
import { loadSecretsKeys } from '../../../src/config/secrets-keys.ts';
import { loginBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import { runCommand } from '../../support/command-run.ts';
import { type Postgres, postgresIsMissing, startPostgres } from '../../support/postgres.ts';
import { buildAccount } from '../../support/stored-samples.ts';

describe('Commands for the store', () => {
  let root = '';
  let server: OpenStore | null = null;
  let postgres: Postgres | undefined;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-commands-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await writeFile(
      join(root, '.env'),
      'APP_DATABASE_URL=file:data/p.db\nAPP_SECRETS_KEYS_FILE=secrets.keys\n',
    );
    if (!postgresIsMissing) postgres = await startPostgres();
  });
  after(async () => {
    await server?.close();
    await postgres?.stop();
    await rm(root, { recursive: true });
  });

  const run = (...args: readonly string[]) => runCommand(args, { root });
  const openServer = async () => {
    const settings = loadSettings({ rootDirectory: root, environment: {} });
    return openStore({ settings, secretsKeys: await loadSecretsKeys(settings) }, { isServer: true });
  };

  it('need keys, which secrets:create makes for their owner alone', async () => {
    const early = await run('database:check');
    const made = await run('secrets:create', '--name', 'one');

    assert.deepEqual([early.code, /posthorn secrets:create/.test(early.complaint)], [2, true]);
    assert.deepEqual([made.code, made.document.keys, made.document.setting], [0, ['one'], null]);
    assert.equal((await stat(join(root, 'secrets.keys'))).mode & 0o777, 0o600);
    assert.deepEqual((await run('database:check')).document.exists, false);
  });

  it('migrate, and report what there is', async () => {
    const migrated = await run('database:migrate');
    const checked = await run('database:check');

    assert.equal((migrated.document.applied as string[])[0], '0001-accounts');
    assert.deepEqual(checked.document, {
      ...{ database: join(root, 'data/p.db'), engine: 'file', exists: true, pendingMigrations: [] },
      ...{ accounts: 0, apiKeys: 0, secretsKeys: ['one'], problems: [] },
    });
  });

  it('rotate and back up while a server runs', async () => {
    server = await openServer();
    const account = buildAccount();
    const password = server?.store.secretBox.seal(new Secret('pw'), loginBinding(account));
    const login = {
      mechanism: 'password',
      user: 'jane',
      password: password ?? account.login,
    } as typeof account.login;
    await server?.store.accounts.save({ ...account, login });

    const made = await run('secrets:create', '--name', 'two');
    const keys = await loadSecretsKeys(loadSettings({ rootDirectory: root, environment: {} }));
    if (keys !== null) await server?.useKeys(keys);
    const rotated = await run('secrets:rotate');
    const checked = await run('secrets:check');
    const backup = await run('database:backup', join(root, 'backup.db'));
    const again = await run('database:backup', join(root, 'backup.db'));

    assert.deepEqual(made.document.keys, ['two', 'one']);
    assert.deepEqual(rotated.document, {
      ...{ sealed: 1, rotated: 1, retired: ['one'], problems: [], unreadable: 0 },
    });
    assert.deepEqual(checked.document, { sealedBy: { two: 1 }, problems: [], unreadable: 0 });
    assert.equal(backup.document.octets, (await readFile(join(root, 'backup.db'))).length);
    assert.deepEqual([again.code, /it is there already/.test(again.complaint)], [1, true]);
  });

  it('find secrets that do not open', async () => {
    await server?.close();
    server = null;
    const kept = await readFile(join(root, 'secrets.keys'), 'utf8');
    await writeFile(join(root, 'secrets.keys'), `${kept.split('\n')[1]}\n`);

    const [database, secrets] = [await run('database:check'), await run('secrets:check')];
    await writeFile(join(root, 'secrets.keys'), kept);

    assert.deepEqual([database.code, secrets.code, secrets.document.unreadable], [1, 1, 1]);
    assert.match(String(database.document.problems), /with the key two, which is not among the secrets keys/);
  });

  it('rotate past a secret that does not open, whose account they name, and retire no key', async () => {
    const opened = await openServer();
    const jane = await opened?.store.accounts.find(buildAccount().id);
    assert.ok(jane);
    // Its password is sealed for the row of Jane.
    const broken = 'broken' as typeof jane.id;
    await opened?.store.accounts.save({ ...jane, id: broken, epoch: 0 });
    await opened?.close();
    await run('secrets:create', '--name', 'three');
    const rotated = await run('secrets:rotate');
    await run('accounts:remove', 'broken');
    const again = await run('secrets:rotate');

    const { problems, ...numbers } = rotated.document;
    assert.deepEqual([rotated.code, numbers], [1, { sealed: 2, rotated: 1, retired: [], unreadable: 1 }]);
    assert.match(problems.join(), /^Account broken: A secret of accounts was sealed for another row/);
    assert.deepEqual([again.code, again.document.rotated], [0, 0]);
    assert.deepEqual(again.document.retired, ['two']);
  });

  it('copy the file into PostgreSQL, where its secrets open', { skip: postgresIsMissing }, async () => {
    await writeFile(
      join(root, '.env'),
      `APP_DATABASE_URL=${await postgres?.createDatabase()}\nAPP_SECRETS_KEYS_FILE=secrets.keys\n`,
    );

    const copied = await run('database:copy', 'file:data/p.db');
    const again = await run('database:copy', 'file:data/p.db');
    server = await openServer();
    const account = await server?.store.accounts.find(buildAccount().id);

    assert.equal(copied.code, 0, copied.complaint);
    assert.equal((copied.document.rows as Record<string, number>).accounts, 1);
    assert.deepEqual([again.code, /has accounts or keys already/.test(again.complaint)], [1, true]);
    assert.ok(account?.login.mechanism === 'password');
    assert.equal(server?.store.secretBox.open(account.login.password, loginBinding(account)).reveal(), 'pw');
  });
});
