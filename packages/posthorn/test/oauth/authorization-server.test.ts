import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAuthorizationServer } from './scripted-authorization-server.ts';
import { beginSignIn, bringAnswer } from './sign-in-scene.ts';

const TOKEN = [{ body: { access_token: 'the-token', token_type: 'Bearer' } }];

describe('An authorization server', () => {
  it('may describe itself as RFC 8414 says', async (t) => {
    const { issuer } = await startAuthorizationServer(t, { openid: null, oauth: {}, token: TOKEN });
    const { issued, address } = beginSignIn({ issuer });

    await bringAnswer(await address, { code: 'c' });

    assert.equal((await issued).token.reveal(), 'the-token');
  });

  it('with devices only is asked for a code', async (t) => {
    const device = [
      { body: { device_code: 'd', user_code: 'u', verification_uri: 'https://x', expires_in: 0 } },
    ];
    const { issuer, requests } = await startAuthorizationServer(t, {
      openid: { authorization_endpoint: undefined },
      device,
    });

    await assert.rejects(beginSignIn({ issuer }).issued, /expired/);
    assert.equal(requests.at(-1)?.path, '/device');
  });

  for (const [what, openid, failure] of [
    ['is another issuer', { issuer: 'https://evil.example.org' }, /"issuer"/],
    ['has no safe page', { authorization_endpoint: 'javascript:alert(1)' }, /no safe address/],
    ['describes itself without end', { padding: 'x'.repeat(300_000) }, /does not come to an end/],
  ] as const) {
    it(`that ${what} is refused`, async (t) => {
      const { issuer } = await startAuthorizationServer(t, { openid });

      await assert.rejects(beginSignIn({ issuer }).issued, failure);
    });
  }

  it('gets no code where its address is not encrypted', async (t) => {
    const openid = { token_endpoint: 'http://example.org/token' };
    const { issuer } = await startAuthorizationServer(t, { openid });
    const { issued, address } = beginSignIn({ issuer });

    await bringAnswer(await address, { code: 'c' });

    await assert.rejects(issued, /http:\/\/example\.org is not encrypted, and no code or token is sent/);
  });

  it('without devices gives no code', async (t) => {
    const { issuer } = await startAuthorizationServer(t, {
      openid: { device_authorization_endpoint: undefined },
    });

    await assert.rejects(beginSignIn({ issuer }, { flow: 'device' }).issued, /leave --device out/);
  });

  it('that cannot be reached is named', async () => {
    await assert.rejects(beginSignIn({ issuer: 'http://127.0.0.1:9' }).issued, {
      message: /^http:\/\/127\.0\.0\.1:9 cannot be reached/,
    });
  });
});
