import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InboxOptions } from '../../../src/http/server/inbox-page.ts';
import { createTestServer } from '../test-server.ts';

const LOGIN = { user: 'jane@example.org', authorization: 'Bearer try_1' };
/** A login for one code. */
const openLogin: InboxOptions['openLogin'] = (code) => (code === 'right' ? LOGIN : undefined);
const post = (payload: object) => ({ method: 'POST', url: '/inbox/login', payload }) as const;

describe('POST /inbox/login', () => {
  it('gives the login for the code of the installation, and is not kept by caches', async (t) => {
    const server = createTestServer(t, { options: { inbox: { openLogin } } });

    const answer = await server.inject(post({ code: 'right' }));

    assert.deepEqual([answer.json(), answer.headers['cache-control']], [LOGIN, 'no-store']);
  });

  it('gives nothing for another code, or for none', async (t) => {
    const server = createTestServer(t, { options: { inbox: { openLogin } } });

    const answers = await Promise.all(
      [post({ code: 'wrong' }), post({ code: 7 }), post({})].map((each) => server.inject(each)),
    );

    assert.deepEqual(
      answers.map(({ statusCode, body }) => [statusCode, body]),
      [
        [204, ''],
        [204, ''],
        [204, ''],
      ],
    );
  });

  it('gives nothing where the page asks for a password', async (t) => {
    const server = createTestServer(t, { options: { inbox: {} } });

    assert.equal((await server.inject(post({ code: 'right' }))).statusCode, 204);
  });

  it('is unknown without the page', async (t) => {
    assert.equal((await createTestServer(t).inject(post({}))).statusCode, 404);
  });
});
