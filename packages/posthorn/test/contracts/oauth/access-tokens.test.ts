/** Access tokens of connected accounts: one refresh over all requests and processes, and lost answers. */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import type { Store } from '../../../src/application/ports/state/store.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { DatabaseLocation } from '../../../src/domain/values/database-location.ts';
import { buildProvider, sceneSecretBox, storeGrant, tokensOver } from '../../support/grant-scene.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { postgresIsMissing, startPostgres } from '../../support/postgres.ts';
import { startTokenEndpoint, type TokenEndpointAnswer } from '../../support/token-endpoint.ts';

const SIGNAL = new AbortController().signal;
const ISSUED = { access_token: 'new-access', token_type: 'Bearer', expires_in: 3600, refresh_token: 'r2' };

async function openAt(t: TestContext, location: DatabaseLocation): Promise<Store> {
  const opened = await openTables({
    ...{ location, secretBox: sceneSecretBox(), readPassword: null, isServer: false },
    ...{ connectMs: 5_000, now: Date.now },
  });
  t.after(() => opened.close());
  return opened.store;
}

async function openFile(t: TestContext): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-tokens-'));
  t.after(() => rm(folder, { recursive: true }));
  return openAt(t, { engine: 'file', path: join(folder, 'store.db') });
}

/** An account whose provider gives these answers in turn; the last one again and again. */
async function openScene(t: TestContext, answers: readonly TokenEndpointAnswer[], accessEndsAt = 1) {
  const store = await openFile(t);
  const endpoint = await startTokenEndpoint(t, answers);
  const account = await storeGrant(store, { refreshToken: 'r1', accessEndsAt });
  const { origin } = endpoint;
  const provider = buildProvider({
    endpoints: { authorize: `${origin}/authorize`, token: `${origin}/token` },
  });
  const tokens = tokensOver(store, { provider, attemptMs: 400, timeoutMs: 300 });
  const login = async () => (await tokens.loginOf(account, SIGNAL)).secret.reveal();
  const code = () =>
    login().then(
      (token) => token,
      (error) => (error instanceof MailError ? error.code : Promise.reject(error)),
    );
  return { store, endpoint, account, provider, login, code };
}

describe('Access tokens at a provider that rotates refresh tokens', () => {
  it('are refreshed once for 100 requests at the same time, and the grant lives', async (t) => {
    const identity = await startIdentityProvider();
    t.after(() => identity.close());
    const store = await openFile(t);
    const refreshToken = await identity.issueRefreshToken('jane@example.org');
    const account = await storeGrant(store, { refreshToken });
    const provider = buildProvider({ endpoints: { issuer: identity.issuer } });
    const tokens = tokensOver(store, { provider });

    const logins = await Promise.all(Array.from({ length: 100 }, () => tokens.loginOf(account, SIGNAL)));
    const first = identity.refreshes();
    const later = await tokensOver(store, { provider, now: () => Date.now() + 4_000_000 }).loginOf(
      account,
      SIGNAL,
    );

    assert.equal(first, 1);
    assert.equal(new Set(logins.map(({ secret }) => secret.reveal())).size, 1);
    assert.equal(identity.refreshes(), 2);
    assert.notEqual(later.secret.reveal(), logins[0]?.secret.reveal());
  });

  it('are refreshed once over several servers at one PostgreSQL', { skip: postgresIsMissing }, async (t) => {
    const identity = await startIdentityProvider();
    t.after(() => identity.close());
    const postgres = await startPostgres();
    t.after(() => postgres.stop());
    const location: DatabaseLocation = { engine: 'postgres', url: await postgres.createDatabase() };
    const stores = [await openAt(t, location), await openAt(t, location)];
    const refreshToken = await identity.issueRefreshToken('jane@example.org');
    const [one, two] = stores as [Store, Store];
    const account = await storeGrant(one, { refreshToken });
    const provider = buildProvider({ endpoints: { issuer: identity.issuer } });
    const services = [one, two].map((store, index) => tokensOver(store, { provider, owner: `node${index}` }));

    const logins = await Promise.all(
      Array.from({ length: 100 }, (_, index) => services[index % 2]?.loginOf(account, SIGNAL)),
    );

    assert.equal(identity.refreshes(), 1);
    assert.equal(new Set(logins.map((login) => login?.secret.reveal())).size, 1);
  });
});

describe('Access tokens', () => {
  it('are refreshed five minutes early, and not earlier', async (t) => {
    const early = await openScene(t, [{ body: ISSUED }], Date.now() + 5 * 60_000 - 2_000);
    const fresh = await openScene(t, [{ body: ISSUED }], Date.now() + 5 * 60_000 + 20_000);

    assert.equal(await early.login(), 'new-access');
    assert.equal(await fresh.login(), 'old-access-token');
    assert.deepEqual(fresh.endpoint.tokens, []);
  });

  it('come with a new refresh token that is stored, and sent the next time', async (t) => {
    const { endpoint, login } = await openScene(t, [{ body: { ...ISSUED, expires_in: 60 } }]);

    await login();
    await login();

    assert.deepEqual(endpoint.tokens, ['r1', 'r2']);
  });

  for (const [what, lost] of [
    ['a reset', 'reset'],
    ['half an answer', 'half'],
  ] as const) {
    it(`come from a second use of the refresh token after ${what}`, async (t) => {
      const { endpoint, login } = await openScene(t, [lost, { body: ISSUED }]);

      assert.equal(await login(), 'new-access');
      assert.deepEqual(endpoint.tokens, ['r1', 'r1']);
    });
  }

  it('are given up after two lost answers: there is no third use', async (t) => {
    const { endpoint, code } = await openScene(t, ['reset', 'reset', { body: ISSUED }]);

    assert.deepEqual([await code(), await code()], ['reauthentication-needed', 'reauthentication-needed']);
    assert.deepEqual(endpoint.tokens, ['r1', 'r1']);
  });

  it('survive a provider that hangs: the second use waits until it answers', async (t) => {
    const { endpoint, code } = await openScene(t, ['silence', 'silence', { body: ISSUED }]);
    const first = await code();
    endpoint.isSilent = true;
    const during = [await code(), await code()];
    endpoint.isSilent = false;
    endpoint.skip();

    assert.deepEqual([first, ...during], ['server-timeout', 'server-timeout', 'server-timeout']);
    assert.equal(await code(), 'new-access');
    assert.deepEqual(endpoint.tokens, ['r1', 'r1']);
  });

  it('change no state when the provider says 5xx, as often as it does', async (t) => {
    const down = { status: 503, body: 'no', headers: { 'retry-after': '7' } };
    const { store, account, code } = await openScene(t, [down, down, down, { body: ISSUED }]);

    assert.deepEqual([await code(), await code(), await code()], Array(3).fill('server-unavailable'));
    assert.equal((await store.grants.find(account.id))?.refresh, null);
    assert.equal(await code(), 'new-access');
  });

  it('are still given until they end while the provider is away', async (t) => {
    const { login } = await openScene(t, [{ status: 500, body: '' }], Date.now() + 120_000);

    assert.equal(await login(), 'old-access-token');
  });

  it('need a new sign-in after invalid_grant, and the provider is not asked again', async (t) => {
    const refused = { status: 400, body: { error: 'invalid_grant', error_description: 'r1 <b>gone</b>' } };
    const { endpoint, code } = await openScene(t, [refused, { body: ISSUED }]);

    assert.deepEqual([await code(), await code()], ['reauthentication-needed', 'reauthentication-needed']);
    assert.deepEqual(endpoint.tokens, ['r1']);
  });

  it('report a refused application in plain words, without words of the provider', async (t) => {
    const refused = { status: 401, body: { error: 'invalid_client', error_description: 'tenant 4711' } };
    const { login } = await openScene(t, [refused]);

    await assert.rejects(login(), (error) => {
      assert.ok(error instanceof MailError);
      assert.equal(error.code, 'server-unavailable');
      assert.match(error.details.detail, /client id or secret/);
      assert.doesNotMatch(JSON.stringify(error.details), /4711/);
      return true;
    });
  });

  it('are not refreshed where the address redirects', async (t) => {
    const { endpoint, code } = await openScene(t, [
      { status: 307, body: '', headers: { location: '/token' } },
    ]);

    assert.equal(await code(), 'protocol-failure');
    assert.deepEqual(endpoint.tokens, ['r1']);
  });

  it('use up no try while the provider is not configured, or the refresh token does not open', async (t) => {
    const { store, account, endpoint, provider, login } = await openScene(t, [{ body: ISSUED }]);
    const without = tokensOver(store, { provider: { ...provider, id: 'other' }, attemptMs: 400 });
    const other = createSecretBox([{ name: 'other', key: createSecretKey(Buffer.alloc(32, 8)) }]);
    const sealed = tokensOver({ grants: store.grants, secretBox: other }, { provider, attemptMs: 400 });

    await assert.rejects(without.loginOf(account, SIGNAL), { code: 'server-unavailable' });
    await assert.rejects(sealed.loginOf(account, SIGNAL), { reason: 'key-unknown' });

    assert.deepEqual([(await store.grants.find(account.id))?.refresh, endpoint.tokens], [null, []]);
    assert.equal(await login(), 'new-access');
  });

  it('of a provider that cannot be reached use up no try', async (t) => {
    const { store, account, endpoint, code } = await openScene(t, [{ body: ISSUED }]);
    await endpoint.close();

    assert.deepEqual([await code(), await code(), await code()], Array(3).fill('server-unreachable'));
    assert.equal((await store.grants.find(account.id))?.refresh, null);
  });
});
