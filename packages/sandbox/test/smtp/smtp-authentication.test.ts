/** AUTH of the SMTP sink, as octets and as nodemailer sees it. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTransport } from 'nodemailer';
import type { SandboxOptions } from '../../src/options.ts';
import type { UserSeed } from '../../src/seeds.ts';
import {
  base64,
  challengeText,
  oauthbearerResponse,
  plainResponse,
  xoauth2Response,
} from '../support/authentication.ts';
import { LineClient } from '../support/line-client.ts';
import { openSandbox } from '../support/open-sandbox.ts';
import { clientFinal, clientFirst } from '../support/scram-client.ts';
import { TLS_CREDENTIALS } from '../support/tls-credentials.ts';

const LONG_TOKEN = 't'.repeat(8_970);
const ODD_NAME = 'a,b=c@x';
const USERS: readonly UserSeed[] = [
  { name: 'ann', password: 'secret', tokens: { good: 'good', old: 'expired', [LONG_TOKEN]: 'good' } },
  { name: ODD_NAME, password: 'p=w,d', tokens: { 'odd-token': 'good' } },
];
const MECHANISMS = ['PLAIN', 'LOGIN', 'XOAUTH2', 'OAUTHBEARER', 'SCRAM-SHA-256'] as const;
const ACCEPTED = '235 Authentication successful';
const REFUSED = '535 Authentication failed';

/** A client that has said EHLO, and what the sink answered to that. */
async function open(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, {
    users: USERS,
    smtp: true,
    login: { smtpMechanisms: MECHANISMS },
    ...options,
  });
  const client = await LineClient.connect(sandbox.smtpPort ?? 0);
  t.after(() => client.close());
  await client.read();
  client.send('EHLO test\r\n');
  const features: string[] = [];
  do features.push((await client.read()) ?? '250 closed');
  while (features.at(-1)?.startsWith('250-'));
  return { sandbox, client, features };
}

async function ask(client: LineClient, line: string): Promise<string> {
  client.send(`${line}\r\n`);
  return (await client.read()) ?? 'closed';
}

describe('AUTH of the SMTP sink', () => {
  it('announces the mechanisms that it is given', async (t) => {
    const { features } = await open(t);
    assert.ok(features.includes('250-AUTH PLAIN LOGIN XOAUTH2 OAUTHBEARER SCRAM-SHA-256'));
  });

  it('knows no others', async (t) => {
    const { client, features } = await open(t, { login: {} });
    assert.ok(features.includes('250-AUTH PLAIN LOGIN'));
    assert.equal(
      await ask(client, `AUTH XOAUTH2 ${xoauth2Response('ann', 'good')}`),
      '504 Unsupported authentication mechanism',
    );
  });

  for (const line of [
    `PLAIN ${plainResponse('ann', 'secret')}`,
    `XOAUTH2 ${xoauth2Response('ann', 'good')}`,
    `OAUTHBEARER ${oauthbearerResponse('ann', 'good')}`,
    `xoauth2 ${xoauth2Response('ann', LONG_TOKEN)}`,
    `PLAIN ${plainResponse(ODD_NAME, 'p=w,d')}`,
    `XOAUTH2 ${xoauth2Response(ODD_NAME, 'odd-token')}`,
    `OAUTHBEARER ${oauthbearerResponse('a=2Cb=3Dc@x', 'odd-token')}`,
  ]) {
    it(`accepts the initial response of ${line.slice(0, 40)}`, async (t) => {
      const { client } = await open(t);
      assert.equal(await ask(client, `AUTH ${line}`), ACCEPTED);
    });

    it(`accepts the response behind the challenge of ${line.slice(0, 40)}`, async (t) => {
      const { client } = await open(t);
      const [mechanism, response = ''] = line.split(' ');
      assert.equal(await ask(client, `AUTH ${mechanism}`), '334 ');
      assert.equal(await ask(client, response), ACCEPTED);
    });
  }

  it('asks for name and password by LOGIN', async (t) => {
    const { client } = await open(t);
    assert.equal(challengeText(await ask(client, 'AUTH LOGIN')), 'Username:');
    assert.equal(challengeText(await ask(client, base64('ann'))), 'Password:');
    assert.equal(await ask(client, base64('secret')), ACCEPTED);
  });

  it('proves the password by SCRAM-SHA-256 on both sides', async (t) => {
    const { client } = await open(t);
    const login = { saslName: 'ann', password: 'secret', nonce: 'abc' };
    const serverFirst = await ask(client, `AUTH SCRAM-SHA-256 ${base64(clientFirst(login))}`);
    const { message, serverFinal } = clientFinal(login, challengeText(serverFirst));
    assert.equal(challengeText(await ask(client, base64(message))), serverFinal);
    assert.equal(await ask(client, ''), ACCEPTED);
  });

  it('tells what is wrong with a token, waits for the answer, then refuses', async (t) => {
    const { client } = await open(t);
    const xoauth2 = await ask(client, `AUTH XOAUTH2 ${xoauth2Response('ann', 'old')}`);
    assert.deepEqual(JSON.parse(challengeText(xoauth2)), { status: '401', schemes: 'bearer', scope: 'mail' });
    assert.equal(await ask(client, ''), REFUSED);
    const bearer = await ask(client, `AUTH OAUTHBEARER ${oauthbearerResponse('ann', 'old')}`);
    assert.equal(JSON.parse(challengeText(bearer)).status, 'invalid_token');
    assert.equal(await ask(client, 'AQ=='), REFUSED);
  });

  it('says that the token service is down', async (t) => {
    const { sandbox, client } = await open(t);
    sandbox.tokenService = 'down';
    assert.equal(
      await ask(client, `AUTH XOAUTH2 ${xoauth2Response('ann', 'good')}`),
      '454 Temporary authentication failure',
    );
  });

  it('refuses what is malformed, cancelled, for another user or too much', async (t) => {
    const { client } = await open(t);
    assert.equal(await ask(client, 'AUTH PLAIN ***'), '501 Invalid base64');
    await ask(client, 'AUTH PLAIN');
    assert.equal(await ask(client, '*'), '501 Authentication cancelled');
    assert.equal(
      await ask(client, `AUTH PLAIN ${base64('bob\0ann\0secret')}`),
      '535 Acting for another user is not supported',
    );
    assert.equal(await ask(client, 'AUTH PLAIN AAAA AAAA'), '501 Unexpected extra arguments');
    assert.equal(await ask(client, `AUTH PLAIN ${plainResponse('ann', 'secret')}`), ACCEPTED);
    assert.equal(await ask(client, 'AUTH PLAIN AAAA'), '503 Already logged in');
  });

  it('wants encryption first where that is required', async (t) => {
    const { client } = await open(t, { tls: TLS_CREDENTIALS, requireTls: true });
    assert.match(await ask(client, `AUTH PLAIN ${plainResponse('ann', 'secret')}`), /^538 /);
  });

  it('refuses users in the states of their accounts, with the words of the test', async (t) => {
    const { sandbox, client } = await open(t, {
      login: { refusals: { 'password-expired': { text: 'Renew it', smtpReplyCode: 534 } } },
    });
    sandbox.user('ann').setState('password-expired');
    assert.equal(await ask(client, `AUTH PLAIN ${plainResponse('ann', 'secret')}`), '534 Renew it');
  });

  it('takes mail of a user of nodemailer who has a token', async (t) => {
    const { sandbox } = await open(t);
    const transport = createTransport({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      auth: { type: 'OAuth2', user: 'ann', accessToken: 'good' },
    });
    t.after(() => transport.close());
    await transport.sendMail({
      envelope: { from: 'ann@example.org', to: ['x@elsewhere.example'] },
      raw: '\r\n',
    });
    assert.equal(sandbox.acceptedMail[0]?.user, 'ann');
  });
});
