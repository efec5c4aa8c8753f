/** Access tokens at Dovecot with its oauth2 passdb: both mechanisms, IMAP and submission, and the API over them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/mail-account.ts';
import { type DovecotSubmission, startDovecotSubmission } from '../support/dovecot-submission.ts';
import { startTokenService, type TokenService } from '../support/token-service.ts';
import { submissionStatus } from './submission-status.ts';

const ALICE = { name: 'alice@example.org', password: 'alice-secret' };
/** Its name has to be escaped by one mechanism, and not by the other. */
const COMMA = { name: 'a,b=c@x', password: 'secret' };
const LONG_TOKEN = `ey${'J'.repeat(5998)}`;
const FOLDERS = '/rest-api-email/v1/MailAccounts/dovecot/MailFolders';

/** What a token is, and what becomes of a login with it. */
const CASES = {
  good: ['good', 200],
  'of 6,000 octets': [LONG_TOKEN, 200],
  'expired or revoked': ['gone', 401],
  foreign: ['foreign', 401],
  'without the scope': ['narrow', 401],
} as const;

for (const mechanism of ['xoauth2', 'oauthbearer']) {
  describe(`A token at Dovecot with ${mechanism}`, () => {
    let tokens: TokenService;
    let server: DovecotSubmission;
    let posthorn: Posthorn;
    before(async () => {
      tokens = await startTokenService();
      server = await startDovecotSubmission({ users: [ALICE, COMMA], settings: tokens.settings(mechanism) });
      for (const token of ['good', LONG_TOKEN])
        tokens.tokens.set(token, { email: ALICE.name, scope: 'mail' });
      tokens.tokens.set('foreign', { email: COMMA.name, scope: 'mail' });
      tokens.tokens.set('narrow', { email: ALICE.name, scope: 'calendar' });
      const { dovecot } = server;
      posthorn = createPosthorn({
        settings: readSettings({
          ...{ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'silent', PORT: '0' },
        }),
        mailServers: [
          {
            id: 'dovecot' as MailAccountId,
            inbox: { type: 'IMAP', host: 'localhost', port: dovecot.tlsPort ?? 0, isTls: true },
            outbox: { host: 'localhost', port: server.port, security: 'starttls' },
            patterns: [{ source: 'all', matches: () => true }],
            roots: [],
            auth: ['bearer'],
          },
        ],
        extraRoots: [dovecot.caPem ?? ''],
      });
    });
    after(async () => {
      await (posthorn as Posthorn | undefined)?.close();
      await (server as DovecotSubmission | undefined)?.stop();
      await (tokens as TokenService | undefined)?.close();
    });

    const headersOf = (token: string, user: string) => ({
      authorization: `Bearer ${token}`,
      'x-mail-user': user,
    });
    const ask = (token: string, user = ALICE.name) =>
      posthorn.server.inject({ url: FOLDERS, headers: headersOf(token, user) });

    /** The status that a sending with this token would be answered with. */
    const submission = (token: string, user = ALICE.name) => submissionStatus(server, { user, token });

    for (const [what, [token, status]] of Object.entries(CASES)) {
      it(`that is ${what} is answered with ${status}, for IMAP and submission`, async () => {
        const answer = await ask(token);

        assert.equal(answer.statusCode, status, answer.body.slice(0, 500));
        assert.equal('www-authenticate' in answer.headers, status === 401);
        assert.equal(await submission(token), status);
      });
    }

    it('has what Dovecot says of it in meta', async () => {
      const { errors } = (await ask('unknown')).json() as { errors: { meta: Record<string, string> }[] };

      assert.equal(errors[0]?.meta.error, 'invalid_token');
      assert.match(errors[0]?.meta.openidConfiguration ?? '', /\/\.well-known\/openid-configuration$/);
    });

    it('of a user with a comma and an equals sign opens the mailbox', async () => {
      assert.equal((await ask('foreign', COMMA.name)).statusCode, 200);
      assert.equal(await submission('foreign', COMMA.name), 200);
    });

    it('is not doubted while the service for tokens is down', async () => {
      tokens.tokens.set('later', { email: ALICE.name, scope: 'mail' });
      tokens.isDown = true;
      const down = await ask('later');
      const submitted = await submission('later');
      tokens.isDown = false;

      assert.deepEqual([down.statusCode, submitted], [503, 503]);
      assert.equal(down.headers['www-authenticate'], undefined);
      assert.equal((await ask('later')).statusCode, 200);
    });

    it('writes and sends a message', async () => {
      const headers = { ...headersOf(LONG_TOKEN, ALICE.name), 'content-type': 'application/vnd.api+json' };
      const attributes = { subject: `by ${mechanism}`, to: [{ address: 'bob@example.com', name: '' }] };
      const created = await posthorn.server.inject({
        ...{ method: 'POST', url: `${FOLDERS}/Drafts/MessageItems`, headers },
        payload: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
      });
      assert.equal(created.statusCode, 201, created.body.slice(0, 500));

      const { href } = new URL(created.json().data.links.self);
      const { authorization, 'x-mail-user': user } = headers;
      const sent = await posthorn.server.inject({
        ...{ method: 'POST', url: `${new URL(href).pathname}/send` },
        headers: { authorization, 'x-mail-user': user },
      });

      assert.equal(sent.statusCode, 200, sent.body.slice(0, 500));
      assert.match(String(server.sink.acceptedMail.at(-1)?.raw), new RegExp(`Subject: by ${mechanism}`));
    });
  });
}
