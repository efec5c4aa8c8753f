/** The commands for connected accounts, beside a server and without a terminal, over a real Dovecot. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openStore } from '../../../src/composition/open-store.ts';
import { loadSettings } from '../../../src/config/load-settings.ts';
import { loadSecretsKeys } from '../../../src/config/secrets-keys.ts';
import { loginBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import { runCommand } from '../../support/command-run.ts';
import { type Dovecot, startDovecot } from '../../support/dovecot.ts';
import { findFreePort } from '../../support/free-port.ts';

const JANE = 'jane@example.org';
const PASSWORD = 'jane-secret';

describe('Commands for connected accounts', () => {
  let root = '';
  let dovecot: Dovecot;
  before(async () => {
    dovecot = await startDovecot({ users: [{ name: JANE, password: PASSWORD }] });
    root = await mkdtemp(join(tmpdir(), 'posthorn-accounts-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await writeFile(
      join(root, '.env'),
      'APP_DATABASE_URL=file:data/p.db\nAPP_SECRETS_KEYS_FILE=secrets.keys\n',
    );
    const entry = { id: 'local', inbox_type: 'IMAP', inbox_address: '127.0.0.1', inbox_port: dovecot.port };
    const servers = { ...entry, inbox_ssl: false, match: ['/@example\\.org$/'] };
    await writeFile(join(root, 'app/config/imapserver.json'), JSON.stringify([servers]));
    await runCommand(['secrets:create'], { root });
  });
  after(async () => {
    await dovecot?.stop();
    await rm(root, { recursive: true });
  });

  const run = (args: readonly string[], input = '') => runCommand(args, { root, input });
  const add = (id: string, flags: readonly string[] = []) =>
    run(['accounts:add', JANE, '--id', id, '--password-stdin', ...flags], `${PASSWORD}\n`);
  const open = async (isServer: boolean) => {
    const settings = loadSettings({ rootDirectory: root, environment: {} });
    const opened = await openStore({ settings, secretsKeys: await loadSecretsKeys(settings) }, { isServer });
    assert.ok(opened);
    return opened;
  };
  const stored = async () => {
    const opened = await open(false);
    const account = await opened.store.accounts.find('jane' as never);
    await opened.close();
    return account;
  };
  const at = ['--inbox-address', '127.0.0.1', '--no-inbox-ssl', '--inbox-port'];

  it('connect an account before the first start, at the servers that its address names', async () => {
    const added = await add('jane', ['--discover', '--name', 'Jane']);
    const listed = await run(['accounts:list']);

    assert.deepEqual([added.code, added.complaint], [0, '']);
    const { id, name, from, state, inbox_port, outbox_address } = added.document;
    assert.deepEqual(
      [id, name, from.address, state, inbox_port, outbox_address],
      ['jane', 'Jane', JANE, 'ok', dovecot.port, null],
    );
    assert.deepEqual(listed.document, [added.document]);
    assert.doesNotMatch(JSON.stringify([added, listed]), /jane-secret/);
  });

  it('store nothing when the server refuses the password, or is away', async () => {
    const wrong = ['accounts:add', JANE, '--discover', '--password-stdin'];
    const refused = await run(wrong, 'wrong\n');
    const away = await add('away', [...at, String(await findFreePort())]);

    assert.deepEqual([refused.code, away.code], [1, 1]);
    assert.match(refused.complaint, /^posthorn: .*Nothing was stored/);
    assert.deepEqual((await run(['accounts:list'])).document.length, 1);
  });

  it('refuse what is missing with exit code 2, and ask nothing without a terminal', async () => {
    const outcomes = await Promise.all([
      run(['accounts:add', JANE, '--discover']),
      run(['accounts:add', JANE, '--password-stdin'], PASSWORD),
      run(['accounts:revoke-all']),
    ]);

    assert.deepEqual(
      outcomes.map(({ code }) => code),
      outcomes.map(() => 2),
      outcomes.map(({ complaint }) => complaint).join(),
    );
  });

  it('work beside a server, which sees at once what they change', async () => {
    const server = await open(true);
    const { accounts, secretBox } = server.store;
    const added = await add('beside', [...at, String(dovecot.port), '--no-verify']);
    const seen = await accounts.find('beside' as never);
    const taken = await add('beside', [...at, String(dovecot.port)]);
    const removed = await run(['accounts:remove', 'beside']);
    const gone = await accounts.find('beside' as never);
    const unknown = await run(['accounts:remove', 'beside']);
    await server.close();

    assert.deepEqual([added.code, added.document.state, added.complaint], [0, 'connecting', '']);
    assert.ok(seen?.login.mechanism === 'password');
    assert.equal(secretBox.open(seen.login.password, loginBinding(seen)).reveal(), PASSWORD);
    assert.deepEqual([taken.code, removed.code, gone, unknown.code], [1, 0, null, 1]);
  });

  it('are those of the README', async () => {
    const readme = await readFile(join(import.meta.dirname, '../../../../../README.md'), 'utf8');
    const [, block = ''] = /```sh\n(npx posthorn secrets:create\n[^`]*)```/.exec(readme) ?? [];
    const lines = block.trim().split('\n');

    const outcomes = [];
    for (const line of lines) {
      const [, , ...args] = line.split(' ');
      const isAsked = args[0] === 'accounts:add';
      outcomes.push(await run([...args, ...(isAsked ? ['--discover', '--password-stdin'] : [])], PASSWORD));
    }

    assert.deepEqual(
      outcomes.map(({ code, complaint }) => [code, complaint]),
      Array(3).fill([0, '']),
    );
    assert.match(outcomes[1]?.document.key, /^ph_/);
    await run(['accounts:remove', outcomes[2]?.document.id]);
  });

  it('erase all logins after a yes', async () => {
    const no = await run(['accounts:revoke-all'], 'n\n');
    const before = await stored();
    const revoked = await run(['accounts:revoke-all', '--yes']);
    const [account] = (await run(['accounts:list'])).document;
    const after = await stored();

    assert.deepEqual([no.code, before?.state], [2, 'ok']);
    assert.deepEqual([revoked.code, revoked.document], [0, { accounts: 1, grants: 0, revoked: 0 }]);
    assert.equal(account.state, 'reauthentication-needed');
    assert.deepEqual(after?.login, { mechanism: 'password', user: JANE, password: '' });
  });
});
