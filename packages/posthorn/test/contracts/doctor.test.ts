/** The doctor at a real IMAP server, and at SMTP servers that do what a test wants. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Configuration } from '../../src/composition/services.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { examine } from '../../src/doctor/examine.ts';
import type { InboxServer, OutboxServer } from '../../src/domain/accounts/mail-account.ts';
import { Secret } from '../../src/domain/logins/secret.ts';
import { type SmtpScript, startScriptedServer } from '../adapters/smtp/scripted-smtp-server.ts';
import { discoveryOver } from '../application/discovery/fake-sources.ts';
import { sampleEntry } from '../doctor/mail-server-entry-sample.ts';
import { collect, fakeDns } from '../doctor/probe-tools.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';

const USER = 'alice@example.org';
const PASSWORD = 'alice-secret';
const HOST = 'localhost';
/** Beside the usual ones; a mailbox of one megabyte. */
const SETTINGS = `
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User quota
  quota_rule = *:storage=1M
  quota_vsizes = yes
}`;

describe('examine', () => {
  let dovecot: Dovecot;
  before(async () => {
    dovecot = await startDovecot({ hasTls: true, settings: SETTINGS });
  });
  after(() => dovecot.stop());

  interface Case {
    readonly smtp?: SmtpScript;
    readonly inbox?: Partial<InboxServer>;
    readonly password?: string | null;
    readonly roots?: readonly string[];
  }

  /** Examines the user, and gives the checks by name. */
  async function examined(t: TestContext, { smtp = {}, inbox, password = PASSWORD, roots = [] }: Case) {
    const submission = await startScriptedServer(t, smtp);
    const outbox: Omit<OutboxServer, 'login'> = {
      host: HOST,
      port: submission.port,
      security: 'none',
    };
    const entry = sampleEntry({
      inbox: { type: 'IMAP', host: HOST, port: dovecot.tlsPort ?? 0, isTls: true, ...inbox },
      outbox,
      roots: roots as never,
    });
    const configuration: Configuration = {
      settings: readSettings({ AUTH_PROVIDER: 'single-imap-user' }),
      mailServers: [entry],
      extraRoots: [dovecot.caPem ?? ''],
    };
    const examination = examine(
      {
        ...{ configuration, subject: USER, user: null, now: Date.now },
        secret: password === null ? null : { kind: 'password', secret: new Secret(password) },
        discovery: discoveryOver({}),
        dns: fakeDns({
          addresses: { [HOST]: ['127.0.0.1'] },
          mailExchangers: { 'example.org': ['mx.example.org'] },
        }),
      },
      new AbortController().signal,
    );
    const { checks } = await collect(examination);
    const found = new Map(checks.map(({ check, outcome, finding }) => [check, `${outcome}: ${finding}`]));
    return { checks, found, lines: submission.lines };
  }

  it('finds a good account without a problem', async (t) => {
    const { checks, found } = await examined(t, {});

    assert.deepEqual(
      checks.filter(({ outcome }) => outcome === 'problem'),
      [],
    );
    assert.deepEqual(
      [...found.keys()].filter((check) => !check.startsWith('IMAP certificate')),
      [
        ...['entry', 'MX', 'published IMAP', 'published submission'],
        ...['IMAP host', 'IMAP connection', 'IMAP TLS', 'IMAP greeting', 'IMAP client address'],
        ...['IMAP version', 'IMAP login'],
        ...['IMAP capabilities', 'folders', 'quota'],
        ...['SMTP host', 'SMTP connection', 'SMTP greeting', 'SMTP STARTTLS', 'SMTP extensions'],
        ...['SMTP SMTPUTF8', 'SMTP message size', 'SMTP AUTH', 'SMTP login'],
      ],
    );
  });

  it('names folders, quota, and what a message may have', async (t) => {
    const { found } = await examined(t, {});

    assert.equal(
      found.get('folders'),
      'ok: 6 mailboxes: INBOX is INBOX, DRAFT is Drafts, SENT is Sent, JUNK is Junk, TRASH is Trash.',
    );
    assert.match(found.get('quota') ?? '', /^ok: [\d.]+ (octets|KiB) of 1 MiB are used\.$/);
    assert.equal(found.get('SMTP message size'), 'ok: The server takes messages of up to 95.4 MiB.');
  });

  it('warns that a Dovecot which is not told the addresses of clients delays all of them', async (t) => {
    const { found } = await examined(t, {});

    assert.match(found.get('IMAP client address') ?? '', /^warning: Dovecot takes all users for one client/);
  });

  it('warns of a certificate that ends soon', async (t) => {
    const { found } = await examined(t, {});

    assert.match(found.get('IMAP certificate') ?? '', /^ok: Issued by Posthorn test authority/);
    assert.match(found.get('IMAP certificate dates') ?? '', /^warning: It expires on/);
  });

  it('upgrades by STARTTLS where the entry has no TLS', async (t) => {
    const { found } = await examined(t, { inbox: { port: dovecot.port, isTls: false } });

    assert.equal(found.get('IMAP STARTTLS'), 'ok: It is offered.');
    assert.match(found.get('IMAP login') ?? '', /^ok/);
  });

  it('signs in nowhere without a password', async (t) => {
    const { found, lines } = await examined(t, { password: null });

    assert.deepEqual([found.has('IMAP login'), found.has('SMTP login')], [false, false]);
    assert.equal(found.get('IMAP capabilities'), 'ok: The server tells them after the login only.');
    assert.ok(!lines.some((line) => line.startsWith('AUTH')));
  });

  it('says so when the password is refused, and shows it nowhere', async (t) => {
    const wrong = 'wrong-secret';
    const smtp: SmtpScript = {
      answers: { AUTH: (conversation, line) => conversation.send(`535 no ${line} ${wrong}\r\n`) },
    };

    const { checks, found } = await examined(t, { password: wrong, smtp });

    assert.equal(found.get('IMAP login'), 'problem: The mail server refused the user name or the password.');
    assert.match(found.get('SMTP login') ?? '', /^problem: The sending server refused the user name/);
    const text = JSON.stringify(checks);
    assert.ok(!text.includes(wrong) && !text.includes(Buffer.from(`\0${USER}\0${wrong}`).toString('base64')));
  });

  it('says so when no root of the entry is a mailbox', async (t) => {
    const { found } = await examined(t, { roots: ['[Gmail]'] });

    assert.match(found.get('folder roots') ?? '', /^problem: None of the roots \[Gmail\] is a mailbox/);
  });

  it('does not sign in to a server that takes no passwords', async (t) => {
    const { found, lines } = await examined(t, { smtp: { keywords: ['AUTH XOAUTH2'] } });

    assert.equal(found.get('SMTP AUTH'), 'problem: The server offers neither PLAIN nor LOGIN, but XOAUTH2.');
    assert.ok(!lines.some((line) => line.startsWith('AUTH')));
  });

  it('warns of a sending server without a login', async (t) => {
    const { found } = await examined(t, { smtp: { keywords: ['8BITMIME', 'SMTPUTF8'] } });

    assert.match(found.get('SMTP AUTH') ?? '', /^warning: The server offers no login/);
    assert.equal(found.get('SMTP message size'), 'ok: The server does not say how large a message may be.');
    assert.ok(!found.has('SMTP login'));
  });

  it('sends no mail', async (t) => {
    const { lines } = await examined(t, {});

    assert.ok(!lines.some((line) => /^(MAIL|RCPT|DATA)/.test(line)));
  });
});
