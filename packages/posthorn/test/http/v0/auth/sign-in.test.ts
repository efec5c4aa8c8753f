import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authProvider, createTestServer, JANE, V0 } from '../../test-server.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const UNAUTHORIZED = { success: false, msg: 'Unauthorized.', status: 401 };

const REFUSED: readonly (readonly [string, string])[] = [
  ['a wrong password', `username=${JANE}&password=guess`],
  ['a user for whom no server is known', 'username=jane@nowhere.test&password=secret'],
  ['a missing password', `username=${JANE}`],
  ['an empty user', 'username=&password=secret'],
  ['a user that no Basic header can carry', `username=a:${JANE}&password=secret`],
  ['control characters', `username=${JANE}%0d%0a&password=secret`],
  ['an empty form', ''],
];

describe('POST auth', () => {
  for (const url of ['/rest-imapuser/auth', '/rest-imapuser/v0/auth', '/rest-imapuser/auth/?_dc=1']) {
    it(`gives the login back that the client will send from now on, at ${url}`, async (t) => {
      const app = createTestServer(t);

      const answer = await app.inject({
        method: 'POST',
        url,
        headers: FORM,
        payload: `username=${encodeURIComponent(JANE)}&password=secret`,
      });

      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { success: true, data: { username: JANE, password: 'secret' } });
    });
  }

  it('reads JSON', async (t) => {
    const payload = { username: JANE, password: 'secret' };

    const answer = await createTestServer(t).inject({ method: 'POST', url: '/rest-imapuser/auth', payload });

    assert.equal(answer.statusCode, 200);
  });

  for (const [name, payload] of REFUSED) {
    it(`answers ${name} with the same 401 and no login box`, async (t) => {
      const answer = await createTestServer(t).inject({
        method: 'POST',
        url: '/rest-imapuser/auth',
        headers: FORM,
        payload,
      });

      assert.equal(answer.statusCode, 401);
      assert.deepEqual(answer.json(), UNAUTHORIZED);
      assert.equal(answer.headers['www-authenticate'], undefined);
    });
  }

  const TOKEN_REQUESTS = {
    'the Bearer scheme': { headers: { authorization: 'Bearer secret', 'x-mail-user': JANE } },
    'a form': { headers: FORM, payload: `username=${JANE}&password=secret&inbox_auth=bearer` },
    JSON: { payload: { username: JANE, password: 'secret', inbox_auth: 'bearer' } },
  };
  for (const [name, request] of Object.entries(TOKEN_REQUESTS)) {
    it(`takes a token by ${name}, and does not repeat it`, async (t) => {
      const answer = await createTestServer(t).inject({
        method: 'POST',
        url: '/rest-imapuser/auth',
        ...request,
      });

      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { success: true, data: { username: JANE } });
    });
  }

  it('says that a token was not taken', async (t) => {
    const headers = { authorization: 'Bearer guess', 'x-mail-user': JANE };

    const answer = await createTestServer(t).inject({ method: 'POST', url: '/rest-imapuser/auth', headers });

    assert.equal(answer.statusCode, 401);
    assert.deepEqual(answer.json(), UNAUTHORIZED);
    assert.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"');
  });

  it('refuses names of prototypes in JSON', async (t) => {
    const answer = await createTestServer(t).inject({
      method: 'POST',
      url: '/rest-imapuser/auth',
      headers: { 'content-type': 'application/json' },
      payload: '{"__proto__":{"username":"x"}}',
    });

    assert.equal(answer.statusCode, 400);
  });

  it('answers 405 for other methods and 404 for other versions', async (t) => {
    const app = createTestServer(t);

    const answers = [await app.inject('/rest-imapuser/auth'), await app.inject('/rest-imapuser/v1/auth')];

    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [405, 404],
    );
  });

  it('answers 415 for other media types and 413 for long bodies', async (t) => {
    const app = createTestServer(t);
    const send = (type: string, payload: string) =>
      app.inject({ method: 'POST', url: '/rest-imapuser/auth', headers: { 'content-type': type }, payload });

    const answers = [
      await send('text/xml', '<a/>'),
      await send(FORM['content-type'], `username=${'x'.repeat(33_000)}`),
    ];

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().code]),
      [
        [415, 'unsupported-media-type'],
        [413, 'payload-too-large'],
      ],
    );
  });

  it('does not exist where clients bring their own accounts', async (t) => {
    const app = createTestServer(t, { authProvider: { ...authProvider, hasSignIn: false } });

    const answer = await app.inject({
      method: 'POST',
      url: '/rest-imapuser/auth',
      headers: FORM,
      payload: 'a=b',
    });

    assert.equal(answer.statusCode, 404);
  });

  it('is the only route that understands a form', async (t) => {
    const answer = await createTestServer(t).inject({
      method: 'POST',
      url: `${V0}/MailAccounts`,
      headers: FORM,
      payload: 'a=b',
    });

    assert.equal(answer.statusCode, 405);
  });
});
