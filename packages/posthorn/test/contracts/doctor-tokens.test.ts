/** The doctor signs in with access tokens: at Dovecot by both mechanisms, and at a server that behaves as Outlook. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { readSettings } from '../../src/config/load-settings.ts';
import type { Check } from '../../src/doctor/check.ts';
import { examine } from '../../src/doctor/examine.ts';
import type { MailServerEntry } from '../../src/domain/accounts/mail-server-entry.ts';
import { Secret } from '../../src/domain/logins/secret.ts';
import { discoveryOver } from '../application/discovery/fake-sources.ts';
import { sampleEntry } from '../doctor/mail-server-entry-sample.ts';
import { collect, fakeDns } from '../doctor/probe-tools.ts';
import { type DovecotSubmission, startDovecotSubmission } from '../support/dovecot-submission.ts';
import { writeServerCertificate } from '../support/tls-certificate.ts';
import { startTokenService, type TokenService } from '../support/token-service.ts';

const ALICE = { name: 'alice@example.org', password: 'alice-secret' };
const HOST = 'localhost';
const signal = new AbortController().signal;

interface Case {
  readonly entry: Partial<MailServerEntry> & Pick<MailServerEntry, 'inbox'>;
  readonly authority: string;
  readonly token: string;
}

/** The checks of a login by token, by name. */
async function examined({ entry, authority, token }: Case): Promise<ReadonlyMap<string, Check>> {
  const configuration = {
    settings: readSettings({ AUTH_PROVIDER: 'single-imap-user' }),
    mailServers: [sampleEntry({ auth: ['bearer'], ...entry } as Parameters<typeof sampleEntry>[0])],
    extraRoots: [authority],
  };
  const secret = { kind: 'bearer', secret: new Secret(token) } as const;
  const dns = fakeDns({ addresses: { [HOST]: ['127.0.0.1'] } });
  const discovery = discoveryOver({});
  const examination = {
    configuration,
    discovery,
    subject: ALICE.name,
    user: null,
    now: Date.now,
    secret,
    dns,
  };
  const { checks } = await collect(examine(examination, signal));
  return new Map(checks.map((check) => [check.check, check]));
}

for (const mechanism of ['xoauth2', 'oauthbearer']) {
  describe(`The doctor with a token at Dovecot with ${mechanism}`, () => {
    let tokens: TokenService;
    let server: DovecotSubmission;
    before(async () => {
      tokens = await startTokenService();
      server = await startDovecotSubmission({ users: [ALICE], settings: tokens.settings(mechanism) });
      tokens.tokens.set('good', { email: ALICE.name, scope: 'mail' });
    });
    after(async () => {
      await (server as DovecotSubmission | undefined)?.stop();
      await (tokens as TokenService | undefined)?.close();
    });

    const examine = (token: string, entry: Partial<MailServerEntry> = {}) => {
      const { dovecot, port } = server;
      const inbox = { type: 'IMAP', host: HOST, port: dovecot.tlsPort ?? 0, isTls: true } as const;
      const outbox = { host: HOST, port, security: 'starttls' } as const;
      return examined({ token, authority: dovecot.caPem ?? '', entry: { inbox, outbox, ...entry } });
    };

    it('signs in at both servers', async () => {
      const checks = await examine('good');

      assert.deepEqual(
        ['IMAP version', 'IMAP login', 'SMTP AUTH', 'SMTP login'].map((name) => checks.get(name)?.finding),
        [
          `IMAP4, and it takes passwords and tokens (${mechanism.toUpperCase()}).`,
          `${ALICE.name} is signed in.`,
          `The login is ${mechanism.toUpperCase()}.`,
          `${ALICE.name} is signed in; nothing was sent.`,
        ],
      );
    });

    it('shows what the servers say of a token that they refuse, and not the token', async () => {
      const checks = await examine('the-expired-one');

      for (const name of ['IMAP login', 'SMTP login']) {
        const { outcome, finding, advice } = checks.get(name) ?? assert.fail(`${name} is missing`);
        assert.equal(outcome, 'problem');
        assert.match(finding, /refused the token\. Get a new one\. It says status "(401|invalid_token)"/);
        assert.match(finding, /openid-configuration "http:\/\/127\.0\.0\.1:\d+\/\.well-known/);
        assert.match(advice ?? '', /posthorn oauth:token/);
      }
      const hasSchemes = /schemes "bearer", scope "mail"/.test(checks.get('IMAP login')?.finding ?? '');
      assert.equal(hasSchemes, mechanism === 'xoauth2');
      assert.ok(!JSON.stringify([...checks]).includes('the-expired-one'), 'the token is shown');
    });

    it('does not take an outage of the token service for a bad token', async () => {
      tokens.isDown = true;
      const checks = await examine('good');
      tokens.isDown = false;

      assert.match(checks.get('IMAP login')?.finding ?? '', /not available at the moment/);
      assert.match(checks.get('SMTP login')?.advice ?? '', /^Try again later/);
    });

    it('says that the entry has no tokens', async () => {
      const checks = await examine('good', { auth: ['password'] });

      assert.deepEqual(checks.get('sign-in'), {
        check: 'sign-in',
        outcome: 'problem',
        finding: 'The entry "example" takes no tokens, so users cannot sign in with them.',
        advice: 'Add \'bearer\' to "auth" of the entry.',
      });
    });
  });
}

describe('The doctor with a token', () => {
  let folder: string;
  let authority: string;
  let sandbox: Sandbox;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-doctor-'));
    authority = await writeServerCertificate(folder);
    const [key = '', cert = ''] = await Promise.all(
      ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    sandbox = await startSandbox({
      users: [{ name: ALICE.name, tokens: { good: 'good', narrow: 'wrong-scope' } }],
      ...{ tls: { key, cert }, implicitTls: true, smtp: true, capabilities: { with: ['AUTH=XOAUTH2'] } },
    });
  });
  after(async () => {
    await (sandbox as Sandbox | undefined)?.close();
    await rm(folder, { recursive: true });
  });

  const examine = (token: string, port = sandbox.imapsPort ?? 0) =>
    examined({ token, authority, entry: { inbox: { type: 'IMAP', host: HOST, port, isTls: true } } });

  it('knows a login that opens no mailbox', async () => {
    sandbox.user(ALICE.name).setState('not-connected');
    const checks = await examine('good');
    sandbox.user(ALICE.name).setState('open');

    const problems = [...checks.values()].filter(({ outcome }) => outcome === 'problem');
    assert.match(problems[0]?.finding ?? '', /took the login, but opens no mailbox/);
    assert.match(problems[0]?.advice ?? '', /the user is the one of the mailbox/);
  });

  it('names the scope that is missing', async () => {
    const check = (await examine('narrow')).get('IMAP login');

    assert.match(check?.finding ?? '', /does not have the scope that is needed\. It says .*scope "mail"/);
    assert.match(check?.advice ?? '', /the scope that the server names/);
  });
});
