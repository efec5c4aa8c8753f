/** The commands for API keys: before the first start, and beside a server that has the file open. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { OpenStore } from '../../../src/adapters/database/open-store.ts';
import { openStore } from '../../../src/composition/open-store.ts';
import { loadSettings } from '../../../src/config/load-settings.ts';
import { loadSecretsKeys } from '../../../src/config/secrets-keys.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { runCommand } from '../../support/command-run.ts';

const KEY = /^ph_([0-9a-f]{18})_[A-Za-z0-9_-]{43}$/;

describe('Commands for API keys', () => {
  let root = '';
  let server: OpenStore | null = null;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-keys-'));
    await writeFile(join(root, '.env'), 'APP_DATABASE_URL=file:p.db\nAPP_SECRETS_KEYS_FILE=secrets.keys\n');
    await run('secrets:create');
  });
  after(async () => {
    await server?.close();
    await rm(root, { recursive: true });
  });

  const run = (...args: readonly string[]) => runCommand(args, { root });

  it('make a key before the first start, and store a digest of it alone', async () => {
    const made = await run(
      'keys:create',
      '--name',
      'CRM',
      '--scopes',
      'mail.read,mail.write',
      '--expires',
      '30d',
    );

    assert.deepEqual([made.code, made.complaint], [0, '']);
    assert.match(made.document.key, KEY);
    const [, id, secret = ''] = /^ph_([^_]*)_(.*)$/.exec(made.document.key) ?? [];
    assert.equal(made.document.id, id);
    const files = [join(root, 'p.db'), join(root, 'p.db-wal')];
    const octets = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))));
    assert.ok(!Buffer.concat(octets).includes(secret));
  });

  it('list and revoke keys beside a server', async () => {
    const settings = loadSettings({ rootDirectory: root, environment: {} });
    server = await openStore({ settings, secretsKeys: await loadSecretsKeys(settings) }, { isServer: true });

    const { document: listed, complaint } = await run('keys:list');
    const [{ id, ...key }] = listed.keys;
    const revoked = await run('keys:revoke', id);

    assert.deepEqual(
      [complaint, listed.keys.length, key.name, key.scopes],
      ['', 1, 'CRM', ['mail.read', 'mail.write']],
    );
    assert.deepEqual(
      Object.keys(key).filter((name) => /secret|hash/i.test(name)),
      [],
    );
    assert.equal(revoked.code, 0);
    assert.equal(await server?.store.apiKeys.find(id as ApiKeyId), null);
  });

  it('refuse what no key can be, and name the flag', async () => {
    const wrong = [
      ['--scopes', 'mail.reed'],
      ['--scopes', 'agent,keys'],
      ['--scopes', 'mail.read', '--networks', '10.0.0.0/33'],
      ['--scopes', 'mail.read', '--expires', '2001-01-01'],
      ['--scopes', 'mail.read', '--accounts', 'gone'],
    ];

    const outcomes = await Promise.all(wrong.map((flags) => run('keys:create', '--name', 'x', ...flags)));

    assert.deepEqual(
      outcomes.map(({ code, complaint }) => [code, /--\w+|account/.exec(complaint)?.[0]]),
      [
        [2, '--scopes'],
        [2, '--scopes'],
        [2, '--networks'],
        [2, '--expires'],
        [1, 'account'],
      ],
    );
    assert.equal((await run('keys:revoke', '5f0c9a1b2c3d4e5f60')).code, 1);
  });
});
