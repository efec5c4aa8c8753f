/** Access tokens at Dovecot with its oauth2 passdb: both mechanisms, IMAP and submission, and the API over them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTokenService, type TokenService } from '../support/token-service.ts';
import {
  ALICE,
  COMMA,
  FOLDERS,
  headersOf,
  MECHANISMS,
  openTokenBench,
  type TokenBench,
} from './token-bench.ts';

const LONG_TOKEN = `ey${'J'.repeat(5998)}`;

/** What a token is, and what becomes of a login with it. */
const CASES = {
  good: ['good', 200],
  'of 6,000 octets': [LONG_TOKEN, 200],
  'expired or revoked': ['gone', 401],
  foreign: ['foreign', 401],
  'without the scope': ['narrow', 401],
} as const;

for (const mechanism of MECHANISMS) {
  describe(`A token at Dovecot with ${mechanism}`, () => {
    let tokens: TokenService;
    let bench: TokenBench;
    before(async () => {
      tokens = await startTokenService();
      for (const token of ['good', LONG_TOKEN])
        tokens.tokens.set(token, { email: ALICE.name, scope: 'mail' });
      tokens.tokens.set('foreign', { email: COMMA.name, scope: 'mail' });
      tokens.tokens.set('narrow', { email: ALICE.name, scope: 'calendar' });
      bench = await openTokenBench(tokens.settings(mechanism));
    });
    after(async () => {
      await (bench as TokenBench | undefined)?.close();
      await (tokens as TokenService | undefined)?.close();
    });

    for (const [what, [token, status]] of Object.entries(CASES)) {
      it(`that is ${what} is answered with ${status}, for IMAP and submission`, async () => {
        const answer = await bench.list(token);

        assert.equal(answer.statusCode, status, answer.body.slice(0, 500));
        assert.equal('www-authenticate' in answer.headers, status === 401);
        assert.equal(await bench.submission(token), status);
      });
    }

    it('has what Dovecot says of it in meta', async () => {
      const { errors } = (await bench.list('unknown')).json() as {
        errors: { meta: Record<string, string> }[];
      };

      assert.equal(errors[0]?.meta.error, 'invalid_token');
      assert.match(errors[0]?.meta.openidConfiguration ?? '', /\/\.well-known\/openid-configuration$/);
    });

    it('of a user with a comma and an equals sign opens the mailbox', async () => {
      assert.equal((await bench.list('foreign', COMMA.name)).statusCode, 200);
      assert.equal(await bench.submission('foreign', COMMA.name), 200);
    });

    it('is not doubted while the service for tokens is down', async () => {
      tokens.tokens.set('later', { email: ALICE.name, scope: 'mail' });
      tokens.isDown = true;
      const down = await bench.list('later');
      const submitted = await bench.submission('later');
      tokens.isDown = false;

      assert.deepEqual([down.statusCode, submitted], [503, 503]);
      assert.equal(down.headers['www-authenticate'], undefined);
      assert.equal((await bench.list('later')).statusCode, 200);
    });

    it('writes and sends a message', async () => {
      const headers = { ...headersOf(LONG_TOKEN), 'content-type': 'application/vnd.api+json' };
      const attributes = { subject: `by ${mechanism}`, to: [{ address: 'bob@example.com', name: '' }] };
      const created = await bench.posthorn.server.inject({
        ...{ method: 'POST', url: `${FOLDERS}/Drafts/MessageItems`, headers },
        payload: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
      });
      assert.equal(created.statusCode, 201, created.body.slice(0, 500));

      const { href } = new URL(created.json().data.links.self);
      const { authorization, 'x-mail-user': user } = headers;
      const sent = await bench.posthorn.server.inject({
        ...{ method: 'POST', url: `${new URL(href).pathname}/send` },
        headers: { authorization, 'x-mail-user': user },
      });

      assert.equal(sent.statusCode, 200, sent.body.slice(0, 500));
      assert.match(
        String(bench.server.sink.acceptedMail.at(-1)?.raw),
        new RegExp(`Subject: by ${mechanism}`),
      );
    });
  });
}
