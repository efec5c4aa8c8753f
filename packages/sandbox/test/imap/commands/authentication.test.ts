/** LOGIN and AUTHENTICATE, as octets. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import type { UserSeed } from '../../../src/seeds.ts';
import {
  base64,
  challengeText,
  oauthbearerResponse,
  plainResponse,
  xoauth2Response,
} from '../../support/authentication.ts';
import type { LineClient } from '../../support/line-client.ts';
import { openClient, openSandbox } from '../../support/open-sandbox.ts';
import { clientFinal, clientFirst } from '../../support/scram-client.ts';

const AUTHENTICATED = /^OK \[CAPABILITY .*\] Logged in$/;
const REFUSED = 'NO [AUTHENTICATIONFAILED] Authentication failed';
/** Has the characters that GS2 headers escape. */
const ODD_NAME = 'a,b=c@x';

const USERS: readonly UserSeed[] = [
  {
    name: 'ann',
    password: 'secret',
    tokens: { good: 'good', old: 'expired', withdrawn: 'revoked', narrow: 'wrong-scope' },
  },
  { name: ODD_NAME, password: 'p=w,d', tokens: { 'odd-token': 'good' } },
];
const ALL_MECHANISMS = ['AUTH=LOGIN', 'AUTH=XOAUTH2', 'AUTH=OAUTHBEARER', 'AUTH=SCRAM-SHA-256'] as const;

async function open(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, {
    users: USERS,
    capabilities: { with: ALL_MECHANISMS },
    ...options,
  });
  return { sandbox, client: await openClient(t, sandbox) };
}

/** Sends a command that is answered with a challenge, and gives the challenge. */
async function begin(client: LineClient, command: string): Promise<string> {
  client.send(`a ${command}\r\n`);
  return challengeText(await client.read());
}

async function answer(client: LineClient, line: string): Promise<string> {
  client.send(`${line}\r\n`);
  return (await client.readReply()).answer;
}

async function scram(client: LineClient, login: Parameters<typeof clientFirst>[0]) {
  const serverFirst = await begin(client, `AUTHENTICATE SCRAM-SHA-256 ${base64(clientFirst(login))}`);
  const { message, serverFinal } = clientFinal(login, serverFirst);
  client.send(`${base64(message)}\r\n`);
  return { reply: await client.read(), serverFinal };
}

describe('AUTHENTICATE', () => {
  it('announces the mechanisms that are on', async (t) => {
    const { client } = await open(t, {
      capabilities: { without: ['AUTH=PLAIN'], with: ['AUTH=XOAUTH2', 'LOGINDISABLED'] },
    });
    const { untagged } = await client.run('CAPABILITY');
    assert.deepEqual(
      untagged[0]?.split(' ').filter((word) => /^(AUTH=|LOGIN)/.test(word)),
      ['AUTH=XOAUTH2', 'LOGINDISABLED'],
    );
    assert.equal(
      (await client.run('AUTHENTICATE PLAIN')).answer,
      'NO [CANNOT] Unsupported authentication mechanism',
    );
    assert.equal((await client.run('LOGIN ann secret')).answer, 'NO Login with a password is disabled');
  });

  it('takes the name and the password of LOGIN one after the other', async (t) => {
    const { client } = await open(t);
    assert.equal(await begin(client, 'AUTHENTICATE LOGIN'), 'Username:');
    client.send(`${base64('ann')}\r\n`);
    assert.equal(challengeText(await client.read()), 'Password:');
    assert.match(await answer(client, base64('secret')), AUTHENTICATED);
  });

  it('lets in with a good token in the initial response', async (t) => {
    const { client } = await open(t);
    const { answer } = await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'good')}`);
    assert.match(answer, AUTHENTICATED);
  });

  it('lets in with a good token behind an empty challenge', async (t) => {
    const { client } = await open(t, {
      capabilities: { with: ALL_MECHANISMS, without: ['SASL-IR'] },
    });
    assert.equal(await begin(client, 'AUTHENTICATE OAUTHBEARER'), '');
    assert.match(await answer(client, oauthbearerResponse('ann', 'good')), AUTHENTICATED);
  });

  it('refuses an initial response without SASL-IR', async (t) => {
    const { client } = await open(t, {
      capabilities: { with: ALL_MECHANISMS, without: ['SASL-IR'] },
    });
    const { answer } = await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'good')}`);
    assert.equal(answer, 'BAD Unexpected initial response');
  });

  for (const [token, status] of [
    ['old', '401'],
    ['withdrawn', '401'],
    ['narrow', '403'],
    ['unknown', '401'],
    ['odd-token', '401'],
  ] as const) {
    it(`tells by XOAUTH2 that the token ${token} is no good, then refuses`, async (t) => {
      const { client } = await open(t);
      const challenge = await begin(client, `AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', token)}`);
      assert.deepEqual(JSON.parse(challenge), { status, schemes: 'bearer', scope: 'mail' });
      assert.equal(await answer(client, ''), REFUSED);
    });
  }

  for (const [token, status] of [
    ['old', 'invalid_token'],
    ['narrow', 'insufficient_scope'],
  ] as const) {
    it(`tells by OAUTHBEARER that the token ${token} is no good, then refuses`, async (t) => {
      const { client } = await open(t);
      const challenge = await begin(client, `AUTHENTICATE OAUTHBEARER ${oauthbearerResponse('ann', token)}`);
      assert.equal(JSON.parse(challenge).status, status);
      assert.equal(await answer(client, 'AQ=='), REFUSED);
    });
  }

  it('wants the right answer to each error challenge', async (t) => {
    const { client } = await open(t);
    await begin(client, `AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'old')}`);
    assert.equal(await answer(client, 'AQ=='), 'BAD Expected an empty line');
    await begin(client, `AUTHENTICATE OAUTHBEARER ${oauthbearerResponse('ann', 'old')}`);
    assert.equal(await answer(client, ''), 'BAD Expected AQ==');
  });

  it('learns of tokens that are issued and withdrawn', async (t) => {
    const { sandbox, client } = await open(t);
    sandbox.user('ann').setToken('new', 'good');
    sandbox.user('ann').setToken('good', 'revoked');
    await begin(client, `AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'good')}`);
    await answer(client, '');
    const { answer: last } = await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'new')}`);
    assert.match(last, AUTHENTICATED);
  });

  it('says at once that the token service is down', async (t) => {
    const { sandbox, client } = await open(t);
    sandbox.tokenService = 'down';
    const { answer } = await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'good')}`);
    assert.equal(answer, 'NO [UNAVAILABLE] Temporary authentication failure');
    assert.match((await client.run('LOGIN ann secret')).answer, AUTHENTICATED);
  });

  it('proves the password by SCRAM-SHA-256 on both sides', async (t) => {
    const { client } = await open(t);
    const { reply, serverFinal } = await scram(client, { saslName: 'ann', password: 'secret', nonce: 'abc' });
    assert.equal(challengeText(reply), serverFinal);
    assert.match(await answer(client, ''), AUTHENTICATED);
  });

  it('refuses a wrong password by SCRAM-SHA-256', async (t) => {
    const { client } = await open(t);
    const { reply } = await scram(client, { saslName: 'ann', password: 'wrong', nonce: 'abc' });
    assert.equal(reply, `a ${REFUSED}`);
  });

  for (const line of [
    `PLAIN ${plainResponse(ODD_NAME, 'p=w,d')}`,
    `XOAUTH2 ${xoauth2Response(ODD_NAME, 'odd-token')}`,
    `OAUTHBEARER ${oauthbearerResponse('a=2Cb=3Dc@x', 'odd-token')}`,
  ]) {
    it(`lets in a user whose name has a comma and an equals sign by ${line.split(' ')[0]}`, async (t) => {
      const { client } = await open(t);
      assert.match((await client.run(`AUTHENTICATE ${line}`)).answer, AUTHENTICATED);
    });
  }

  it('lets in a user whose name has a comma and an equals sign by LOGIN and SCRAM-SHA-256', async (t) => {
    const { sandbox, client } = await open(t);
    await scram(client, { saslName: 'a=2Cb=3Dc@x', password: 'p=w,d', nonce: 'abc' });
    assert.match(await answer(client, ''), AUTHENTICATED);
    const second = await openClient(t, sandbox);
    await begin(second, `AUTHENTICATE LOGIN ${base64(ODD_NAME)}`);
    assert.match(await answer(second, base64('p=w,d')), AUTHENTICATED);
  });

  it('refuses an equals sign that is not escaped', async (t) => {
    const { client } = await open(t);
    const { answer } = await client.run(
      `AUTHENTICATE OAUTHBEARER ${base64('n,a=b=c@x,\u0001auth=Bearer odd-token\u0001\u0001')}`,
    );
    assert.match(answer, /^BAD An equals sign/);
  });

  for (const token of ['t'.repeat(8_970), 'short']) {
    it(`takes a token of ${token.length} octets in one line and in two`, async (t) => {
      const { sandbox, client } = await open(t, { users: [{ name: 'ann', tokens: { [token]: 'good' } }] });
      const response = xoauth2Response('ann', token);
      await begin(client, 'AUTHENTICATE XOAUTH2');
      assert.match(await answer(client, response), AUTHENTICATED);
      const second = await openClient(t, sandbox);
      assert.match((await second.run(`AUTHENTICATE XOAUTH2 ${response}`)).answer, AUTHENTICATED);
    });
  }

  for (const [title, response] of [
    ['no base64', '***'],
    ['half a group', 'AAA'],
    ['no token', base64('user=ann\u0001\u0001')],
    ['another scheme', base64('user=ann\u0001auth=Basic good\u0001\u0001')],
    ['no end', base64('user=ann\u0001auth=Bearer good\u0001')],
  ] as const) {
    it(`answers BAD to a response with ${title}`, async (t) => {
      const { client } = await open(t);
      await begin(client, 'AUTHENTICATE XOAUTH2');
      assert.match(await answer(client, response), /^BAD /);
    });
  }

  it('can be cancelled at each challenge', async (t) => {
    const { client } = await open(t);
    await begin(client, 'AUTHENTICATE XOAUTH2');
    assert.equal(await answer(client, '*'), 'BAD Authentication cancelled');
    await begin(client, `AUTHENTICATE LOGIN ${base64('ann')}`);
    assert.equal(await answer(client, '*'), 'BAD Authentication cancelled');
  });

  it('has no password for a user who was given none', async (t) => {
    const { client } = await open(t, { users: [{ name: 'ann', tokens: { good: 'good' } }] });
    assert.equal((await client.run('LOGIN ann ""')).answer, REFUSED);
    assert.equal((await client.run('LOGIN ann undefined')).answer, REFUSED);
  });

  it('ends a session that began with a token after its time', async (t) => {
    const { client } = await open(t, { login: { tokenSessionMs: 20 } });
    await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'good')}`);
    assert.equal(await client.read(), '* BYE Session expired, please log in again');
    assert.equal(await client.read(), undefined);
  });
});

describe('A refused login', () => {
  for (const [state, expected] of [
    ['password-expired', 'NO [EXPIRED] The password has expired'],
    ['disabled', 'NO [CONTACTADMIN] The account is disabled'],
  ] as const) {
    it(`says ${expected.slice(3)}`, async (t) => {
      const { sandbox, client } = await open(t);
      sandbox.user('ann').setState(state);
      assert.equal((await client.run('LOGIN ann secret')).answer, expected);
      assert.equal((await client.run('LOGIN ann wrong')).answer, REFUSED);
      sandbox.user('ann').setState('open');
      assert.match((await client.run('LOGIN ann secret')).answer, AUTHENTICATED);
    });
  }

  it('says what the test chooses', async (t) => {
    const { client } = await open(t, {
      login: { refusals: { 'wrong-credentials': { code: 'ALERT', text: 'Application password required' } } },
    });
    assert.equal((await client.run('LOGIN ann wrong')).answer, 'NO [ALERT] Application password required');
  });

  it('counts the sessions of each user', async (t) => {
    const { sandbox, client } = await open(t, { login: { maxSessionsPerUser: 1 } });
    await client.run('LOGIN ann secret');
    const second = await openClient(t, sandbox);
    assert.equal(
      (await second.run('LOGIN ann secret')).answer,
      'NO [LIMIT] Too many simultaneous connections',
    );
    assert.match((await second.run(`LOGIN "${ODD_NAME}" "p=w,d"`)).answer, AUTHENTICATED);
    await client.run('LOGOUT');
    await client.read();
    const third = await openClient(t, sandbox);
    assert.match((await third.run('LOGIN ann secret')).answer, AUTHENTICATED);
  });
});

describe('A user who is authenticated but not connected', () => {
  it('is let in, and each later command but LOGOUT is BAD', async (t) => {
    const { sandbox, client } = await open(t);
    sandbox.user('ann').setState('not-connected');
    const { answer } = await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'good')}`);
    assert.match(answer, AUTHENTICATED);
    for (const command of ['NOOP', 'LIST "" *', 'SELECT INBOX']) {
      assert.equal((await client.run(command)).answer, 'BAD User is authenticated but not connected.');
    }
    assert.equal((await client.run('LOGOUT')).answer, 'OK Logout completed');
  });
});
