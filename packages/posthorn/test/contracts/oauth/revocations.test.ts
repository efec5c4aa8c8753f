/** accounts:revoke-all at providers with and without a revocation endpoint (RFC 7009): the local part never waits for them. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createProviderServers } from '../../../src/adapters/oauth/provider-servers.ts';
import { revokeGrants } from '../../../src/application/connected/grant-revocations.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { grantBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import type { OAuthClientProvider } from '../../../src/domain/logins/oauth-client.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import { startAuthorizationServer } from '../../oauth/scripted-authorization-server.ts';
import { runCommand } from '../../support/command-run.ts';
import { anyHost, buildProvider, sceneSecretBox } from '../../support/grant-scene.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { startTokenEndpoint } from '../../support/token-endpoint.ts';

const JANE = 'jane@example.org';
const MANY = 30;

const secretBox = sceneSecretBox();

/** Erased grants of this provider, as many as that. */
function grantsAt(provider: string, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const account = buildAccount({ id: `${provider}${index}` as MailAccountId, provider });
    const refreshToken = secretBox.seal(
      new Secret(`${provider}-token${index}`),
      grantBinding(account, 'refreshToken'),
    );
    const grant = { account: account.id, provider, refreshToken, subject: null, scope: null };
    return { account, grant: { ...grant, accessToken: null, accessEndsAt: null, refresh: null, epoch: 1 } };
  });
}

/** A provider with this revocation endpoint; `own`: its own one; null: none. */
async function providerWith(t: TestContext, id: string, endpoint: string | null) {
  const openid: { revocation_endpoint?: string } = {};
  const { issuer, requests } = await startAuthorizationServer(t, { openid, token: [{ body: '' }] });
  if (endpoint !== null) openid.revocation_endpoint = endpoint === 'own' ? `${issuer}/revoke` : endpoint;
  return { requests, ...buildProvider({ id, endpoints: { issuer } }) };
}

function dependenciesOf(providers: readonly OAuthClientProvider[], timeoutMs: number) {
  const servers = createProviderServers({ ...anyHost(), now: Date.now, timeoutMs });
  return { secretBox, servers, providers: () => providers };
}

describe('accounts:revoke-all', () => {
  it('ends the grants at their provider too', async (t) => {
    const identity = await startIdentityProvider();
    t.after(() => identity.close());
    const root = await mkdtemp(join(tmpdir(), 'posthorn-revoke-'));
    t.after(() => rm(root, { recursive: true }));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await writeFile(join(root, '.env'), 'APP_DATABASE_URL=file:p.db\nAPP_SECRETS_KEYS_FILE=secrets.keys\n');
    const { issuer } = identity;
    const provider = { id: 'test', name: 'Test', issuer, clientId: 'posthorn', scopes: ['openid', 'mail'] };
    await writeFile(join(root, 'app/config/oauth.json'), JSON.stringify({ providers: [provider] }));
    await runCommand(['secrets:create'], { root });
    const refreshToken = await identity.issueRefreshToken(JANE);
    const add = ['accounts:add', JANE, '--id', 'jane', '--inbox-address', '127.0.0.1', '--no-verify'];
    const login = ['--provider', 'test', '--refresh-token-stdin'];
    const added = await runCommand([...add, ...login], { root, input: refreshToken });

    const revoked = await runCommand(['accounts:revoke-all', '--yes'], { root });
    const [account] = (await runCommand(['accounts:list'], { root })).document;
    const body = new URLSearchParams({
      ...{ grant_type: 'refresh_token', client_id: 'posthorn', refresh_token: refreshToken },
    });
    const use = await fetch(`${issuer}/token`, { method: 'POST', body });

    assert.deepEqual([added.code, added.complaint], [0, '']);
    assert.deepEqual([revoked.code, revoked.document], [0, { accounts: 1, grants: 1, revoked: 1 }]);
    assert.equal(account.state, 'reauthentication-needed');
    assert.deepEqual([use.status, ((await use.json()) as { error: string }).error], [400, 'invalid_grant']);
  });

  it('asks a provider that fails no more, and those that answer for each grant', async (t) => {
    const silence = await startTokenEndpoint(t, ['silence']);
    const silent = await providerWith(t, 'silent', `${silence.origin}/revoke`);
    const good = await providerWith(t, 'good', 'own');
    const bare = await providerWith(t, 'bare', null);
    const grants = [grantsAt('silent', MANY), grantsAt('bare', 2), grantsAt('gone', 2), grantsAt('good', 2)];

    const revoked = await revokeGrants(grants.flat(), dependenciesOf([silent, good, bare], 300));

    assert.equal(revoked, 2);
    assert.ok(silence.tokens.length >= 1 && silence.tokens.length <= 8, `${silence.tokens.length}`);
    const forms = good.requests.filter(({ path }) => path === '/revoke').map(({ form }) => form);
    assert.deepEqual(
      forms.map((form) => [form.get('token'), form.get('token_type_hint'), form.get('client_id')]),
      [0, 1].map((index) => [`good-token${index}`, 'refresh_token', 'posthorn']),
    );
    assert.ok(bare.requests.every(({ path }) => path.startsWith('/.well-known/')));
  });

  it('waits for silent providers as long as its limit, and throws nothing', async (t) => {
    const silence = await startTokenEndpoint(t, ['silence']);
    const providers = await Promise.all(
      Array.from({ length: MANY }, (_, index) => providerWith(t, `p${index}`, `${silence.origin}/revoke`)),
    );
    const grants = providers.flatMap(({ id }) => grantsAt(id, 1));
    const begunAt = performance.now();

    const revoked = await revokeGrants(grants, dependenciesOf(providers, 10_000), 500);

    assert.equal(revoked, 0);
    // 30 silent providers would take 40 seconds, eight at once.
    assert.ok(performance.now() - begunAt < 8_000);
  });

  it('leaves a grant that does not open', async (t) => {
    const good = await providerWith(t, 'good', 'own');
    const [first, second] = grantsAt('good', 2);
    assert.ok(first && second);
    const swapped = { ...first, grant: { ...first.grant, refreshToken: second.grant.refreshToken } };

    assert.equal(await revokeGrants([swapped, second], dependenciesOf([good], 2_000)), 1);
  });
});
