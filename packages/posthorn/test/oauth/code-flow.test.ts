import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, it } from 'node:test';
import { Secret } from '../../src/domain/logins/secret.ts';
import { idToken } from './id-token.ts';
import { startAuthorizationServer } from './scripted-authorization-server.ts';
import { beginSignIn, bringAnswer } from './sign-in-scene.ts';

const TOKEN = { access_token: 'the-token', token_type: 'Bearer', expires_in: 3600 };
const GOOD = { token: [{ body: TOKEN }] };

/** The status of a request to the address with this Host header. */
function statusOf(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end();
  });
}

describe('A sign-in in a browser of this machine', () => {
  it('gets a token with PKCE, and stops listening', async (t) => {
    const { issuer, requests } = await startAuthorizationServer(t, GOOD);
    const scene = beginSignIn({ issuer }, { user: 'jane@example.org' });
    const address = await scene.address;

    const page = await bringAnswer(address, { code: 'the-code' });

    const { token, lifetimeSeconds, missingScopes } = await scene.issued;
    assert.deepEqual([token.reveal(), lifetimeSeconds, missingScopes], ['the-token', 3600, []]);
    const asked = Object.fromEntries(address.searchParams);
    const { form } = requests.at(-1) ?? assert.fail('nothing was asked');
    assert.equal(
      asked.code_challenge,
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url'),
    );
    assert.deepEqual(
      [asked.scope, asked.client_id, asked.login_hint, asked.nonce],
      ['mail', 'posthorn', 'jane@example.org', undefined],
    );
    assert.match(asked.redirect_uri ?? '', /^http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.deepEqual(
      [form.get('code'), form.get('redirect_uri'), form.get('client_id')],
      ['the-code', asked.redirect_uri, 'posthorn'],
    );
    assert.match(await page.text(), /Go back to the terminal/);
    await assert.rejects(fetch(asked.redirect_uri ?? ''), /fetch failed/);
  });

  it('works with the addresses of endpoints, and asks for no ID token that nobody could check', async (t) => {
    const { issuer } = await startAuthorizationServer(t, GOOD);
    const endpoints = { authorize: `${issuer}/authorize?tenant=1`, token: `${issuer}/token` };
    const scene = beginSignIn(endpoints, { scopes: ['openid', 'mail'] });
    const address = await scene.address;

    await bringAnswer(address, { code: 'c', iss: 'https://accounts.example.org' });

    assert.equal((await scene.issued).token.reveal(), 'the-token');
    assert.deepEqual([address.searchParams.get('tenant'), address.searchParams.get('scope')], ['1', 'mail']);
  });

  it('takes no answer to another question', async (t) => {
    const { issuer, requests } = await startAuthorizationServer(t, GOOD);
    const scene = beginSignIn({ issuer });

    await bringAnswer(await scene.address, { code: 'c', state: 'another' });

    await assert.rejects(scene.issued, /^SignInFailure: .*"state"/);
    assert.ok(!requests.some(({ path }) => path === '/token'), 'no code is sent');
  });

  it('takes no answer of another issuer', async (t) => {
    const { issuer } = await startAuthorizationServer(t, GOOD);
    const scene = beginSignIn({ issuer });

    await bringAnswer(await scene.address, { code: 'c', iss: 'https://evil.example.org' });

    await assert.rejects(scene.issued, /^SignInFailure: .*"iss"/);
  });

  for (const [what, claims, failure] of [
    ['no nonce', {}, /nonce/],
    ['another nonce', { nonce: 'another' }, /nonce/],
    ['another client', { aud: 'other', nonce: 'x' }, /aud/],
  ] as const) {
    it(`takes no ID token with ${what}`, async (t) => {
      const tokens: { body: object }[] = [];
      const { issuer } = await startAuthorizationServer(t, { token: tokens });
      tokens.push({ body: { ...TOKEN, id_token: idToken({ iss: issuer, ...claims }) } });
      const scene = beginSignIn({ issuer }, { scopes: ['openid', 'mail'] });

      await bringAnswer(await scene.address, { code: 'c' });

      await assert.rejects(scene.issued, failure);
    });
  }

  it('takes the ID token with its nonce', async (t) => {
    const tokens: { body: object }[] = [];
    const { issuer } = await startAuthorizationServer(t, { token: tokens });
    const scene = beginSignIn({ issuer }, { scopes: ['openid', 'mail'] });
    const address = await scene.address;
    const nonce = address.searchParams.get('nonce');
    tokens.push({ body: { ...TOKEN, id_token: idToken({ iss: issuer, nonce }) } });

    await bringAnswer(address, { code: 'c' });

    assert.equal((await scene.issued).token.reveal(), 'the-token');
  });

  it('says that it was denied, in the words of the server', async (t) => {
    const { issuer } = await startAuthorizationServer(t, GOOD);
    const scene = beginSignIn({ issuer });

    await bringAnswer(await scene.address, { error: 'access_denied', error_description: 'not today' });

    await assert.rejects(scene.issued, {
      message: 'The sign-in was denied. (access_denied: not today)',
    });
  });

  it('goes on waiting after requests that are no answers', async (t) => {
    const { issuer } = await startAuthorizationServer(t, GOOD);
    const scene = beginSignIn({ issuer });
    const address = await scene.address;
    const place = new URL(address.searchParams.get('redirect_uri') ?? '');

    const statuses = [
      (await fetch(new URL('/favicon.ico?code=c', place))).status,
      (await fetch(place)).status,
      (await fetch(`${place}?code=c`, { method: 'POST' })).status,
      await statusOf(new URL('?code=c', place), 'evil.example.org'),
    ];

    assert.deepEqual(statuses, [404, 404, 404, 404]);
    await bringAnswer(address, { code: 'c' });
    assert.equal((await scene.issued).token.reveal(), 'the-token');
  });

  it('ends with its time, and stops listening', async (t) => {
    const { issuer } = await startAuthorizationServer(t, GOOD);
    const time = new AbortController();
    const scene = beginSignIn({ issuer }, {}, time.signal);
    const address = await scene.address;

    time.abort(new Error('time is over'));

    await assert.rejects(scene.issued, /time is over/);
    await assert.rejects(bringAnswer(address, { code: 'c' }), /fetch failed/);
  });

  it('shows no code and no secret that the server repeats', async (t) => {
    const description = 'code the-code of secret the-secret';
    const refusal = { status: 400, body: { error: 'invalid_grant', error_description: description } };
    const { issuer, requests } = await startAuthorizationServer(t, { token: [refusal] });
    const scene = beginSignIn({ issuer }, { clientSecret: new Secret('the-secret') });

    await bringAnswer(await scene.address, { code: 'the-code' });

    await assert.rejects(scene.issued, {
      message:
        'The authorization server refuses its own code: it has expired, or was used before. (invalid_grant)',
    });
    assert.equal(requests.at(-1)?.form.get('client_secret'), 'the-secret');
  });

  it('sends the secret in the way that the server names', async (t) => {
    const openid = { token_endpoint_auth_methods_supported: ['client_secret_basic'] };
    const { issuer, requests } = await startAuthorizationServer(t, { ...GOOD, openid });
    const scene = beginSignIn({ issuer }, { clientSecret: new Secret('secret') });

    await bringAnswer(await scene.address, { code: 'c' });
    await scene.issued;

    assert.equal(requests.at(-1)?.authorization, `Basic ${btoa('posthorn:secret')}`);
  });

  it('says which scopes the token lacks', async (t) => {
    const body = { ...TOKEN, scope: 'imap' };
    const { issuer } = await startAuthorizationServer(t, { token: [{ body }] });
    const scene = beginSignIn({ issuer }, { scopes: ['imap', 'smtp', 'offline_access'] });

    await bringAnswer(await scene.address, { code: 'c' });

    assert.deepEqual((await scene.issued).missingScopes, ['smtp']);
  });

  for (const [what, body, failure] of [
    ['is bound to a key', { ...TOKEN, token_type: 'DPoP' }, /bound to a key/],
    ['is too long', { ...TOKEN, access_token: 'x'.repeat(8193) }, /too long/],
    ['has characters that cannot be sent', { ...TOKEN, access_token: 'a\r\nb' }, /cannot be sent/],
    ['is none', { token_type: 'Bearer' }, /access_token/],
    ['is no JSON', 'sorry', /cannot be used/],
    ['does not end', `"${'x'.repeat(300_000)}"`, /does not come to an end/],
  ] as const) {
    it(`takes no token that ${what}`, async (t) => {
      const { issuer } = await startAuthorizationServer(t, { token: [{ body }] });
      const scene = beginSignIn({ issuer });

      await bringAnswer(await scene.address, { code: 'c' });

      await assert.rejects(scene.issued, failure);
    });
  }
});
