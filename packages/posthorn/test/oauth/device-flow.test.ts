import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type ScriptedAnswer, startAuthorizationServer } from './scripted-authorization-server.ts';
import { beginSignIn } from './sign-in-scene.ts';

const TOKEN = { body: { access_token: 'the-token', token_type: 'Bearer' } };
const GRANT = {
  ...{ device_code: 'the-device', user_code: 'BDWP-HQPK', expires_in: 60, interval: 0.01 },
  verification_uri: 'https://example.org/device',
};

const refused = (error: string): ScriptedAnswer => ({ status: 400, body: { error } });

async function begin(t: TestContext, token: readonly ScriptedAnswer[], grant: object = {}) {
  const server = await startAuthorizationServer(t, { token, device: [{ body: { ...GRANT, ...grant } }] });
  return { ...server, ...beginSignIn({ issuer: server.issuer }, { flow: 'device' }) };
}

describe('A sign-in with a code', () => {
  it('shows the code, and asks until somebody has signed in', async (t) => {
    const pending = refused('authorization_pending');
    const complete = { verification_uri_complete: 'https://example.org/device?user_code=BDWP-HQPK' };
    const { issued, told, requests } = await begin(t, [pending, pending, TOKEN], complete);

    assert.equal((await issued).token.reveal(), 'the-token');
    assert.match(told[0] ?? '', /enter the code BDWP-HQPK:\s+https:\/\/example\.org\/device$/m);
    assert.match(told[1] ?? '', /device\?user_code=BDWP-HQPK/);
    const asked = requests.filter(({ path }) => path === '/token');
    assert.deepEqual([asked.length, asked[0]?.form.get('device_code')], [3, 'the-device']);
    assert.equal(requests.find(({ path }) => path === '/device')?.form.get('scope'), 'mail');
  });

  it('asks more seldom when it is told to slow down', async (t) => {
    const { requests, issued } = await begin(t, [refused('slow_down')], { expires_in: 1 });

    await assert.rejects(issued, /expired before/);
    assert.equal(requests.filter(({ path }) => path === '/token').length, 1);
  });

  for (const [error, failure] of [
    ['access_denied', /^SignInFailure: The sign-in was denied\. \(access_denied\)$/],
    ['expired_token', /^SignInFailure: The code has expired/],
    ['unheard_of', /^SignInFailure: The authorization server refuses the sign-in\. \(unheard_of\)$/],
  ] as const) {
    it(`ends with ${error}`, async (t) => {
      const { issued } = await begin(t, [refused('authorization_pending'), refused(error)]);

      await assert.rejects(issued, failure);
    });
  }

  it('shows nothing that would steer a terminal', async (t) => {
    const { issued, told } = await begin(t, [TOKEN], { user_code: '\u001b[2JX' });

    await assert.rejects(issued, /cannot be shown/);
    assert.deepEqual(told, []);
  });

  it('ends with its time', async (t) => {
    const device = [{ body: { ...GRANT, interval: 60 } }];
    const { issuer } = await startAuthorizationServer(t, { device });
    const time = new AbortController();
    const { issued, address } = beginSignIn({ issuer }, { flow: 'device' }, time.signal);
    await address;

    time.abort(new Error('time is over'));

    await assert.rejects(issued, /time is over/);
  });
});
