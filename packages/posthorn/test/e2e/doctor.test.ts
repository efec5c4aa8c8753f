import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { startScriptedServer } from '../adapters/smtp/scripted-smtp-server.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { createInstallationRoot, type InstallationRoot } from './installation-root.ts';
import { runPiped } from './piped-command.ts';
import { openTerminal, terminalIsMissing } from './terminal.ts';

/** Without a domain, so that no name server is asked. */
const USER = 'alice';
const PASSWORD = 'alice-secret';

describe('posthorn doctor', () => {
  let dovecot: Dovecot;
  before(async () => {
    dovecot = await startDovecot({ hasTls: true, users: [{ name: USER, password: PASSWORD }] });
  });
  after(() => dovecot.stop());

  /** An installation with one entry, whose servers have IP addresses: no name server is asked for them. */
  async function createRoot(t: TestContext, caPem = dovecot.caPem ?? ''): Promise<InstallationRoot> {
    const submission = await startScriptedServer(t);
    const root = await createInstallationRoot(
      t,
      `AUTH_PROVIDER=single-imap-user\n${caPem === '' ? '' : 'APP_CA_FILE=ca.pem\n'}`,
    );
    await root.write('ca.pem', caPem);
    await root.write(
      'app/config/imapserver.js',
      `export default [{
        id: 'local', inbox_type: 'IMAP', inbox_address: '127.0.0.1', inbox_port: ${dovecot.tlsPort}, inbox_ssl: true,
        outbox_address: '127.0.0.1', outbox_port: ${submission.port}, outbox_secure: 'none',
        match: ['/^alice$/'], root: ['INBOX'],
      }];`,
    );
    return root;
  }

  it('signs in with the password of a file, and finds no problem', async (t) => {
    const root = await createRoot(t);
    await root.write('password', `${PASSWORD}\n`);
    const args = ['doctor', 'local', '--user', USER, '--password-file', `${root.path}/password`, '--json'];

    const { code, stdout, stderr } = await runPiped({ args: [...args, '--root', root.path] });

    const report = JSON.parse(stdout) as { isHealthy: boolean; checks: { check: string; outcome: string }[] };
    const outcomes = new Map(report.checks.map(({ check, outcome }) => [check, outcome]));
    assert.deepEqual(
      [outcomes.get('IMAP login'), outcomes.get('folders'), outcomes.get('SMTP login')],
      ['ok', 'ok', 'ok'],
    );
    assert.equal(code, 0);
    assert.ok(!`${stdout}${stderr}`.includes(PASSWORD));
  });

  it('looks at the servers of an entry without signing in', async (t) => {
    const root = await createRoot(t);

    const { code, stdout } = await runPiped({ args: ['doctor', 'local', '--root', root.path] });

    assert.equal(code, 0);
    assert.match(stdout, /^ok {7}entry: "local": IMAP 127\.0\.0\.1/);
    assert.match(stdout, /^warning {2}IMAP certificate dates: It expires on /m);
    assert.match(stdout, /The logins were not tried: name an e-mail address/);
    assert.doesNotMatch(stdout, /IMAP login/);
  });

  it('ends with 1 when it finds a problem, and tells that APP_CA_FILE helps', async (t) => {
    const root = await createRoot(t, '');

    const { code, stdout } = await runPiped({ args: ['doctor', 'local', '--root', root.path] });

    assert.equal(code, 1);
    assert.match(stdout, /^problem {2}IMAP certificate: .*not trusted.*set APP_CA_FILE/m);
  });

  it('shows no password that is refused', async (t) => {
    const root = await createRoot(t);
    const environment = { POSTHORN_PASSWORD: 'wrong-secret' };
    const args = ['doctor', 'local', '--user', USER, '--root', root.path];

    const { code, stdout, stderr } = await runPiped({ args, environment });

    assert.equal(code, 1);
    assert.match(stdout, /^problem {2}IMAP login: The mail server refused the user name or the password\./m);
    assert.ok(!`${stdout}${stderr}`.includes('wrong-secret'));
  });

  it('takes a password or a token, and not both', async (t) => {
    const root = await createRoot(t);
    const files = ['--password-file', `${root.path}/password`, '--token-file', `${root.path}/token`];

    const { code, stderr } = await runPiped({ args: ['doctor', 'local', ...files, '--root', root.path] });

    assert.equal(code, 2);
    assert.match(stderr, /Give a password or a token: --password-file and --token-file are two logins\./);
  });

  it('says that the server takes no tokens, and sends none', async (t) => {
    const root = await createRoot(t);
    const environment = { POSTHORN_TOKEN: 'the-token' };
    const args = ['doctor', 'local', '--user', USER, '--root', root.path];

    const { code, stdout } = await runPiped({ args, environment });

    assert.equal(code, 1);
    assert.match(stdout, /^problem {2}IMAP version: The server takes no tokens \(OAUTHBEARER, XOAUTH2\)\./m);
    assert.doesNotMatch(stdout, /login: /);
  });

  it('ends with 2 for a configuration that cannot be used', async (t) => {
    const root = await createInstallationRoot(t, 'PORT=many\n');

    const { code, stderr } = await runPiped({ args: ['doctor', 'local', '--root', root.path] });

    assert.deepEqual([code, /PORT/.test(stderr)], [2, true]);
  });

  it('asks for the password at a terminal, and does not show it', { skip: terminalIsMissing }, async (t) => {
    const root = await createRoot(t);
    const terminal = await openTerminal(t, ['doctor', 'local', '--user', USER, '--root', root.path]);

    await terminal.waitFor(`Password of ${USER}`);
    await terminal.enter(PASSWORD);
    await terminal.exitCode();

    const screen = await terminal.screen();
    assert.match(screen, /ok {7}IMAP login: alice is signed in\./);
    assert.ok(!screen.includes(PASSWORD));
  });
});
