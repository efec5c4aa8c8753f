/** Changes of accounts with OAuth: their tokens go to no other server, and a grant of another person changes nothing. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { grantBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import { type Dovecot, startDovecot } from '../../support/dovecot.ts';
import { buildProvider } from '../../support/grant-scene.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { accountDocument, type ConnectedServer, startConnectedServer } from './connected-server.ts';

const JANE = 'jane@example.org';
const ANN = 'ann@example.org';
const ID = 'jane' as MailAccountId;
const URL = '/MailAccounts/jane';
const OUTBOX = { outbox_address: 'localhost', outbox_port: 465, outbox_secure: 'ssl' };

describe('An account with OAuth', () => {
  let identity: IdentityProvider;
  let dovecot: Dovecot;
  let server: ConnectedServer;
  before(async () => {
    identity = await startIdentityProvider();
    dovecot = await startDovecot({
      ...{ users: [JANE, ANN].map((name) => ({ name, password: 'secret' })), hasTls: true },
      settings: identity.settings('xoauth2 oauthbearer'),
    });
  });
  after(async () => {
    await dovecot?.stop();
    await identity?.close();
  });
  beforeEach(async () => {
    const inbox = { imapPort: dovecot.tlsPort ?? 0, host: 'localhost', isTls: true };
    server = await startConnectedServer({
      servers: [inbox],
      extraRoots: [dovecot.caPem ?? ''],
      oauth: { returnUrls: [], providers: [buildProvider({ endpoints: { issuer: identity.issuer } })] },
    });
  });
  afterEach(() => server.close());

  const loginOf = async (user: string) => ({
    login: {
      ...{ mechanism: 'oauth', user: JANE, provider: 'test' },
      refreshToken: await identity.issueRefreshToken(user),
    },
  });
  const inboxOf = () => ({
    ...{ inbox_address: 'localhost', inbox_port: dovecot.tlsPort, inbox_ssl: true },
    from: { address: JANE, name: 'Jane' },
  });
  const create = async (attributes: object, query = '') => {
    const all = { ...inboxOf(), ...(await loginOf(JANE)), ...attributes };
    const document = accountDocument(all, 'jane');
    return server.ask({ method: 'POST', url: `/MailAccounts${query}`, document });
  };
  const change = (attributes: object, query = '') =>
    server.ask({
      ...{ method: 'PATCH', url: `${URL}${query}`, document: accountDocument(attributes, 'jane') },
    });
  const stored = async () => {
    const { accounts, grants } = server.store.store;
    return [await accounts.find(ID), await grants.find(ID)];
  };
  const opens = async () => {
    const { accounts, grants, secretBox } = server.store.store;
    const [account, grant] = [await accounts.find(ID), await grants.find(ID)];
    assert.ok(account && grant);
    return secretBox.open(grant.refreshToken, grantBinding(account, 'refreshToken')).reveal() !== '';
  };

  it('sends its tokens to no other sending server: a change needs the login again', async () => {
    const created = await create(OUTBOX, '?verify=false');
    const before = await stored();
    const outcomes = [];
    for (const moved of [
      { outbox_address: 'smtp.example.net' },
      { outbox_port: 587 },
      { outbox_secure: 'starttls' },
      { outbox_address: null },
    ]) {
      outcomes.push((await change(moved, '?verify=false')).error);
    }
    const after = await stored();
    const renamed = await change({ name: 'Jane at work' });

    assert.equal(created.status, 201);
    assert.deepEqual(outcomes, Array(4).fill([422, 'login-required', '/data/attributes/login']));
    assert.deepEqual(after, before);
    assert.deepEqual([renamed.status, await opens()], [200, true]);
  });

  it('moves with a login, whose tokens are sealed for the new servers', async () => {
    await create(OUTBOX, '?verify=false');
    const login = await loginOf(JANE);
    const moved = await change({ ...login, outbox_port: 587, outbox_secure: 'starttls' }, '?verify=false');

    assert.deepEqual([moved.status, moved.body.data.attributes.outbox_port], [200, 587]);
    assert.equal(await opens(), true);
  });

  it('keeps its login and its grant when that of another person comes', async () => {
    const created = await create({});
    const before = await stored();
    const refused = await change(await loginOf(ANN));
    const after = await stored();
    const folders = await server.ask({ url: `${URL}/MailFolders` });
    const own = await change(await loginOf(JANE));

    assert.equal(created.status, 201);
    assert.deepEqual(refused.error, [409, 'conflict', '/data/attributes/login']);
    assert.deepEqual(after, before);
    assert.deepEqual([folders.status, own.status, await opens()], [200, 200, true]);
  });

  it('has the grant no longer with a password, and again with a new sign-in', async () => {
    await create({});
    const login = { mechanism: 'password', user: JANE, password: 'secret' };
    const withPassword = await change({ login });
    const [, none] = await stored();
    const again = await change(await loginOf(JANE));

    assert.deepEqual(
      [withPassword.status, withPassword.body.data.attributes.provider, none],
      [200, null, null],
    );
    assert.deepEqual([again.status, again.body.data.attributes.provider, await opens()], [200, 'test', true]);
  });

  /** From now on, each request needs a new access token. */
  async function expire(): Promise<string> {
    const { accounts, grants, secretBox } = server.store.store;
    const [account, grant] = [await accounts.find(ID), await grants.find(ID)];
    assert.ok(account && grant);
    await grants.save({ ...grant, accessEndsAt: 1 });
    return secretBox.open(grant.refreshToken, grantBinding(account, 'refreshToken')).reveal();
  }
  const folders = async () => (await server.ask({ url: `${URL}/MailFolders` })).error.slice(0, 2);
  const shown = async () => {
    const { state, problem } = (await server.ask({ url: URL })).body.data.attributes;
    return [state, problem?.code ?? null];
  };

  it('has the same state while its provider is down, and its mail again afterwards', async () => {
    await create({});
    await expire();
    identity.isDown = true;
    const outcomes = [await folders(), await shown()];
    identity.isDown = false;

    assert.deepEqual(outcomes, [
      [503, 'server-unavailable'],
      ['ok', null],
    ]);
    assert.deepEqual([await folders(), await shown()], [[], ['ok', null]]);
  });

  it('needs a new sign-in when the provider has ended the grant, which is asked once', async () => {
    await create({});
    await identity.revoke(await expire());
    const outcomes = [await folders(), await folders(), await shown()];
    const uses = identity.refreshTokens.count(await expire());
    const reconnected = await change(await loginOf(JANE));

    assert.deepEqual(outcomes, [
      [409, 'reauthentication-needed'],
      [409, 'reauthentication-needed'],
      ['reauthentication-needed', 'reauthentication-needed'],
    ]);
    assert.deepEqual([uses, reconnected.status, await shown()], [1, 200, ['ok', null]]);
    assert.deepEqual(await folders(), []);
  });
});
