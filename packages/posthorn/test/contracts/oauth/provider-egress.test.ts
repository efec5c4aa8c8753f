/** Where requests to OAuth providers may go: the operator names providers, and a provider names no others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { createHostPolicy } from '../../../src/adapters/network/host-policy.ts';
import { createProviderServers } from '../../../src/adapters/oauth/provider-servers.ts';
import type { OAuthEndpoints } from '../../../src/domain/logins/oauth-provider.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import { startAuthorizationServer } from '../../oauth/scripted-authorization-server.ts';
import { buildProvider } from '../../support/grant-scene.ts';
import { createTestAuthority, type TestAuthority } from '../../support/test-authority.ts';

const ISSUED = { access_token: 'access', token_type: 'Bearer', expires_in: 3600 };

/** A refresh under the policy of a server: `issued`, or the kind and the code of the failure. */
async function refresh(
  endpoints: OAuthEndpoints,
  {
    extraRoots = [],
    timeoutMs = 2_000,
  }: { readonly extraRoots?: readonly string[]; readonly timeoutMs?: number } = {},
): Promise<string> {
  const hostPolicy = createHostPolicy({ allowList: [], isCleartextAllowed: false });
  const servers = createProviderServers({ hostPolicy, extraRoots, now: Date.now, timeoutMs });
  const provider = buildProvider({ endpoints });
  const answer = await servers.refresh(provider, new Secret('r1'), new AbortController().signal);
  return 'error' in answer ? `${answer.kind} ${answer.error.code}` : answer.kind;
}

describe('Requests to OAuth providers', () => {
  let authority: TestAuthority;
  let server: Server;
  let issuer = '';
  let described: object = {};
  const seen: string[] = [];
  before(async () => {
    authority = await createTestAuthority();
    const certificate = await authority.issue({ names: ['DNS:localhost'], days: 2 });
    server = createServer(certificate, (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      const isDescription = request.url?.startsWith('/.well-known/');
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(isDescription ? { issuer, token_endpoint: `${issuer}/token`, ...described } : ISSUED),
      );
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server?.closeAllConnections();
    server?.close();
    await authority?.remove();
  });

  it('go to a private address that the operator has named, with a certificate that is checked', async () => {
    const trusted = await refresh({ issuer }, { extraRoots: [authority.caPem] });
    const untrusted = await refresh({ issuer });

    assert.deepEqual([trusted, untrusted], ['issued', 'unused server-unreachable']);
  });

  it('do not go in clear to another machine, whoever names it', async (t) => {
    const open = await startAuthorizationServer(t, { openid: { token_endpoint: 'http://192.0.2.1/token' } });

    assert.equal(await refresh({ issuer: open.issuer }), 'unused protocol-failure');
    assert.equal(
      await refresh({ authorize: 'https://id.example/a', token: 'http://192.0.2.1/token' }),
      'unused protocol-failure',
    );
  });

  for (const member of ['token_endpoint', 'authorization_endpoint', 'revocation_endpoint']) {
    it(`do not go to a port of this machine that a provider elsewhere names as ${member}`, async (t: TestContext) => {
      const inside = await startAuthorizationServer(t, { token: [{ body: ISSUED }] });
      described = { [member]: `${inside.issuer}/token` };
      const outcome = await refresh({ issuer }, { extraRoots: [authority.caPem] });
      described = {};

      assert.equal(outcome, 'unused protocol-failure');
      assert.deepEqual(inside.requests, []);
    });
  }

  it('are not sent on where a description comes from another issuer, or redirects', async (t) => {
    const other = await startAuthorizationServer(t, { openid: { issuer: 'https://evil.example' } });
    const before = seen.length;
    described = { issuer: 'https://evil.example' };
    const outcomes = [
      await refresh({ issuer: other.issuer }),
      await refresh({ issuer }, { extraRoots: [authority.caPem] }),
    ];
    described = {};

    assert.deepEqual(outcomes, ['unused protocol-failure', 'unused protocol-failure']);
    assert.deepEqual(seen.slice(before), ['GET /.well-known/openid-configuration']);
  });

  it('read no description without an end', async (t) => {
    const endless = await startAuthorizationServer(t, { openid: { padding: 'x'.repeat(300_000) } });

    assert.equal(await refresh({ issuer: endless.issuer }), 'unused protocol-failure');
  });

  it('use no token that a mail server cannot take', async (t) => {
    const bound = { ...ISSUED, token_type: 'DPoP' };
    const spaced = { ...ISSUED, access_token: 'a b\r\nc' };
    const { issuer: at } = await startAuthorizationServer(t, { token: [{ body: bound }, { body: spaced }] });

    assert.deepEqual(
      [await refresh({ issuer: at }), await refresh({ issuer: at })],
      ['lost protocol-failure', 'lost protocol-failure'],
    );
  });
});
