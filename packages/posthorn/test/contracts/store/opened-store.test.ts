/** The store of a server: opened at its start, and only where it is configured. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { openStore } from '../../../src/composition/open-store.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../../../src/config/secrets-keys.ts';
import { buildAccount, buildConnectSession } from '../../support/stored-samples.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../../..');

describe('The store of a server', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-store-'));
  });
  after(() => rm(folder, { recursive: true }));

  const keys = renderNewKey('first') + renderNewKey('second');
  const open = (name: string, { text = keys, isServer = true } = {}) =>
    openStore(
      {
        settings: readSettings({ APP_DATABASE_URL: `file:${join(folder, name)}` }),
        secretsKeys: parseSecretsKeys(text, 'keys'),
      },
      { isServer },
    );

  it('is a file that only its owner can read, with all that SQLite puts beside it', async () => {
    const store = await open('private/store.db');
    await store?.store.accounts.save(buildAccount());

    const modes = (await readdir(join(folder, 'private')))
      .sort()
      .map((name) => [name, statSync(join(folder, 'private', name)).mode & 0o777]);
    await store?.close();

    assert.deepEqual(modes, [
      ['store.db', 0o600],
      ['store.db-shm', 0o600],
      ['store.db-wal', 0o600],
      ['store.db.lock', 0o600],
    ]);
  });

  it('forgets nothing at a restart', async () => {
    const first = await open('kept.db');
    await first?.store.accounts.save(buildAccount());
    await first?.state.answerStore.begin({ key: 'k', fingerprint: 'f', owner: 'one' });
    await first?.state.answerStore.finish({ key: 'k', answer: { status: 204, headers: {}, body: null } });
    await first?.close();

    const second = await open('kept.db');
    const begun = await second?.state.answerStore.begin({ key: 'k', fingerprint: 'f', owner: 'two' });
    const account = await second?.store.accounts.find(buildAccount().id);
    await second?.close();

    assert.deepEqual([begun?.answer?.status, account?.epoch, second?.migrated], [204, 1, []]);
  });

  it('removes connect sessions a day after their end, without anybody using them', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const day = 24 * 60 * 60_000;
    const endingAt = (expiresAt: number) =>
      Array.from({ length: 600 }, (_, index) => buildConnectSession(`${expiresAt}-${index}`, expiresAt));
    const [old, young] = [endingAt(Date.now() - day - 1), endingAt(Date.now() - day + 60_000)];
    const store = await open('swept.db');
    for (const session of [...old, ...young]) await store?.store.connectSessions.save(session);
    const left = async () => {
      const found = await Promise.all(
        [...old, ...young].map(({ id }) => store?.store.connectSessions.find(id)),
      );
      return found.filter((session) => session !== null).length;
    };

    const before = await left();
    t.mock.timers.tick(10 * 60_000);
    while ((await left()) > young.length) await new Promise((resolve) => setImmediate(resolve));
    const after = await left();
    await store?.close();

    assert.deepEqual([before, after], [1_200, 600]);
  });

  it('refuses a second server at its file, and lets commands in', async () => {
    const server = await open('one.db');

    await assert.rejects(open('one.db'), /one\.db is in use by another Posthorn\. Stop that one first/);
    const command = await open('one.db', { isServer: false });
    await command?.close();
    await server?.close();

    await (await open('one.db'))?.close();
  });

  it('refuses keys that do not open its secrets, and says what to do', async () => {
    await (await open('keys.db'))?.close();
    const [first = ''] = keys.split('\n');

    await assert.rejects(
      open('keys.db', { text: renderNewKey('first') }),
      /with another key that is also named first.*secrets:check/,
    );
    await assert.rejects(
      open('keys.db', { text: renderNewKey('third') }),
      /with the key first, which is not among the secrets keys/,
    );
    await (await open('keys.db', { text: `${renderNewKey('third')}${first}` }))?.close();
  });

  it('keeps the old keys when new ones do not open its secrets', async () => {
    const store = await open('reload.db');
    const reload = (text: string) => store?.useKeys(parseSecretsKeys(text, 'keys'));

    await assert.rejects(async () => reload(renderNewKey('third')), /the key first/);
    assert.equal(store?.store.secretBox.keyName, 'first');
    await reload(renderNewKey('third') + keys);
    assert.equal(store?.store.secretBox.keyName, 'third');
    await store?.close();
  });

  it('is not there without APP_DATABASE_URL, and no code of databases is loaded', async () => {
    const program = `
      const { openStore } = await import('./packages/posthorn/src/composition/open-store.ts');
      const { readSettings } = await import('./packages/posthorn/src/config/load-settings.ts');
      await import('./packages/posthorn/src/cli/commands/serve.ts');
      const { createRequire } = await import('node:module');
      const store = await openStore({ settings: readSettings({}), secretsKeys: null }, { isServer: true });
      const resources = process.report.getReport().sharedObjects.filter((name) => name.includes('libsql'));
      const cached = Object.keys(createRequire(import.meta.url).cache).filter((name) => /node_modules.(kysely|pg|libsql)/.test(name));
      console.log(JSON.stringify({ store, resources, cached }));`;

    const flags = ['--conditions=posthorn-source', '--import', 'tsx', '--input-type=module', '-e', program];
    const { stdout } = await run(process.execPath, flags, { cwd: ROOT });

    assert.deepEqual(JSON.parse(stdout), { store: null, resources: [], cached: [] });
    assert.equal(existsSync(join(folder, 'none.db')), false);
  });
});
