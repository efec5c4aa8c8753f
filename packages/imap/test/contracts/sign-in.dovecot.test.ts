import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { list } from '../../src/commands/list.ts';
import { type SignInRequest, signIn } from '../../src/commands/sign-in.ts';
import { SignInRefused } from '../../src/commands/sign-in-refusal.ts';
import { TlsUnavailable } from '../../src/errors.ts';
import { SIGNAL } from '../support/dial.ts';
import { ALICE, COMMA, type MailDovecot, startMailDovecot } from '../support/dovecot-connection.ts';

let mail: MailDovecot;
before(async () => {
  mail = await startMailDovecot();
});
after(() => mail.stop());

/** Signs in, and reads what only a signed-in user can read. */
async function attempt(t: TestContext, request: SignInRequest): Promise<readonly string[]> {
  const connection = await mail.dial(t);
  await signIn(connection, request, SIGNAL);
  assert.ok(connection.capabilities.has('UIDPLUS'));
  const { mailboxes } = await list(connection, { pattern: '*' }, SIGNAL);
  return mailboxes.map(({ mailbox }) => mailbox.text);
}

async function refusalOf(t: TestContext, request: SignInRequest): Promise<SignInRefused> {
  const error: unknown = await attempt(t, request).catch((reason: unknown) => reason);
  assert.ok(error instanceof SignInRefused, String(error));
  return error;
}

describe('signIn to Dovecot with a password', () => {
  for (const mechanism of ['LOGIN', 'PLAIN', 'SCRAM-SHA-256'] as const) {
    it(`takes ${mechanism}`, async (t) => {
      const mailboxes = await attempt(t, { user: ALICE.name, password: ALICE.password, mechanism });

      assert.ok(mailboxes.includes('INBOX'));
    });

    it(`takes ${mechanism} beyond ASCII`, async (t) => {
      const mailboxes = await attempt(t, { user: COMMA.name, password: COMMA.password, mechanism });

      assert.ok(mailboxes.includes('INBOX'));
    });

    it(`refuses a wrong password by ${mechanism}`, async (t) => {
      const error = await refusalOf(t, { user: ALICE.name, password: 'wrong', mechanism });

      assert.equal(error.reason, 'credentials');
    });
  }

  it('signs in again after a refusal', async (t) => {
    const connection = await mail.dial(t);

    await assert.rejects(signIn(connection, { user: ALICE.name, password: 'x' }, SIGNAL), SignInRefused);
    const { mechanism } = await signIn(connection, { user: ALICE.name, password: ALICE.password }, SIGNAL);

    assert.equal(mechanism, 'LOGIN');
  });

  it('sends nothing in clear text, and all of it after STARTTLS', async (t) => {
    const { host, port } = mail.server;
    const request = { user: ALICE.name, password: ALICE.password };
    const clear = await mail.dial(t, { host, port, security: 'cleartext' });
    const upgraded = await mail.dial(t, { host, port, security: 'starttls' });

    await assert.rejects(signIn(clear, request, SIGNAL), TlsUnavailable);
    await signIn(clear, { ...request, isCleartextAllowed: true }, SIGNAL);
    await signIn(upgraded, request, SIGNAL);
  });
});

for (const mechanism of ['XOAUTH2', 'OAUTHBEARER'] as const) {
  describe(`signIn to Dovecot by ${mechanism}`, () => {
    it('takes a good token', async (t) => {
      mail.tokens.tokens.set('good', ALICE.name);

      const mailboxes = await attempt(t, { user: ALICE.name, token: 'good', mechanism });

      assert.ok(mailboxes.includes('INBOX'));
    });

    it('refuses an expired token, with the challenge of the server', async (t) => {
      const error = await refusalOf(t, { user: ALICE.name, token: 'expired', mechanism });

      assert.equal(error.reason, 'credentials');
      assert.match(error.challenge?.status ?? '', /^(401|invalid_token)$/);
      assert.equal(
        error.challenge?.openidConfiguration,
        `http://127.0.0.1:${mail.tokens.port}/.well-known/openid-configuration`,
      );
    });

    it('refuses the token of another user', async (t) => {
      mail.tokens.tokens.set('foreign', COMMA.name);

      const error = await refusalOf(t, { user: ALICE.name, token: 'foreign', mechanism });

      assert.equal(error.reason, 'credentials');
    });

    it('does not doubt a token while the service for tokens is down', async (t) => {
      mail.tokens.isDown = true;
      t.after(() => {
        mail.tokens.isDown = false;
      });

      const error = await refusalOf(t, { user: ALICE.name, token: 'good', mechanism });

      assert.equal(error.reason, 'unavailable');
    });

    it('takes a token of 6,000 octets', async (t) => {
      const token = 't'.repeat(6000);
      mail.tokens.tokens.set(token, ALICE.name);

      const mailboxes = await attempt(t, { user: ALICE.name, token, mechanism });

      assert.ok(mailboxes.includes('INBOX'));
    });

    it('takes a user name with commas and equals signs', async (t) => {
      mail.tokens.tokens.set('comma', COMMA.name);

      const mailboxes = await attempt(t, { user: COMMA.name, token: 'comma', mechanism });

      assert.ok(mailboxes.includes('INBOX'));
    });
  });
}
