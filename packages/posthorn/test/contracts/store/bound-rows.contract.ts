/** What the ports of keys, grants and connect sessions promise, and what goes with an account. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ConnectSession } from '../../../src/application/ports/state/connect-sessions.ts';
import type { Grant } from '../../../src/application/ports/state/grants.ts';
import type { Store } from '../../../src/application/ports/state/store.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { SealedSecret } from '../../../src/domain/logins/sealed-secret.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';

/** The tables without what seals their secrets. */
export type Tables = Omit<Store, 'secretBox'>;

const JANE = 'jane' as MailAccountId;
const KEY = 'key1' as ApiKeyId;
const LIST = { filter: {}, sort: { by: 'name', isDescending: false }, after: null, limit: 50 } as const;

const GRANT: Grant = {
  account: JANE,
  provider: 'google',
  subject: 'sub',
  scope: 'mail',
  refreshToken: 'v1.k.a.b' as SealedSecret,
  ...{ accessToken: null, accessEndsAt: null, refresh: null, epoch: 0 },
};

const SESSION: ConnectSession = {
  id: 'session',
  tokenHash: 'hash',
  returnUrl: 'https://crm.example/back',
  ...{ address: 'a@example.org', name: 'A', providers: ['google'], account: JANE, key: KEY },
  status: 'open',
  ...{ problem: null, pending: 'v1.k.c.d' as SealedSecret },
  ...{ createdAt: 1_764_000_000_000, expiresAt: 1_764_000_900_000, epoch: 0 },
};

/** Runs the contract against tables that `open` makes, each time empty. */
export function apiKeysContract(open: () => Promise<Tables>): void {
  it('gives a key as it was saved, bound or not', async () => {
    const { accounts, apiKeys } = await open();
    await accounts.save(buildAccount());
    const agentSends = { recipients: ['example.org'], perHour: 2, perDay: 9 };
    const bound = buildApiKey({
      accounts: [JANE],
      networks: ['10.0.0.0/8'],
      agentSends,
      expiresAt: 1_764_000_000_001,
    });
    const free = buildApiKey({ id: 'key2' as ApiKeyId, createdAt: 1_764_000_000_002 });
    await apiKeys.save(bound);
    await apiKeys.save(free);

    assert.deepEqual(await apiKeys.find(KEY), { ...bound, epoch: 1 });
    assert.deepEqual(await apiKeys.list({ after: null, limit: 9 }), [
      { ...bound, epoch: 1 },
      { ...free, epoch: 1 },
    ]);
    assert.deepEqual(await apiKeys.list({ after: bound, limit: 9 }), [{ ...free, epoch: 1 }]);
    assert.deepEqual([await apiKeys.isBound(KEY, JANE), await apiKeys.isBound(free.id, JANE)], [true, false]);
  });

  it('writes a key with all its bindings or not at all', async () => {
    const { accounts, apiKeys } = await open();
    await accounts.save(buildAccount());
    const unknown = 'unknown' as MailAccountId;

    assert.equal(await apiKeys.save(buildApiKey({ accounts: [JANE, unknown] })), null);
    assert.equal(await apiKeys.find(KEY), null);
    assert.equal(await apiKeys.save(buildApiKey()), 1);
    assert.equal(await apiKeys.save(buildApiKey({ accounts: [JANE], epoch: 1 })), 2);
    assert.equal(await apiKeys.save(buildApiKey({ accounts: null, epoch: 1 })), null);
    assert.deepEqual((await apiKeys.find(KEY))?.accounts, [JANE]);
  });

  it('notes uses and never an earlier one', async () => {
    const { apiKeys } = await open();
    await apiKeys.save(buildApiKey());
    await apiKeys.noteUses([
      { id: KEY, at: 200 },
      { id: 'gone' as ApiKeyId, at: 1 },
    ]);
    await apiKeys.noteUses([{ id: KEY, at: 100 }]);

    assert.deepEqual(await apiKeys.find(KEY), buildApiKey({ lastUsedAt: 200, epoch: 1 }));
    const { createdAt } = buildApiKey();
    assert.equal(await apiKeys.remove(KEY, { createdAt, epoch: 2 }), false);
    assert.equal(await apiKeys.remove(KEY, { createdAt, epoch: 1 }), true);
    assert.equal(await apiKeys.remove(KEY), false);
  });

  it('lists the accounts of a key only, and none when they are gone', async () => {
    const { accounts, apiKeys } = await open();
    for (const id of ['a', 'b', 'c']) await accounts.save(buildAccount({ id: id as MailAccountId }));
    await apiKeys.save(buildApiKey({ accounts: ['a', 'c'] as MailAccountId[] }));
    const filter = { boundTo: KEY };

    const before = await accounts.list({ ...LIST, filter });
    await accounts.remove('a' as MailAccountId, 1);
    await accounts.remove('c' as MailAccountId, 1);

    assert.deepEqual(
      before.accounts.map(({ id }) => id),
      ['a', 'c'],
    );
    assert.equal(await accounts.count(filter), 0);
    assert.deepEqual((await apiKeys.find(KEY))?.accounts, []);
  });
}

/** Runs the contract of grants and sessions. */
export function grantsContract(open: () => Promise<Tables>): void {
  it('lets one of several refreshes of a version begin', async () => {
    const { accounts, grants } = await open();
    await accounts.save(buildAccount());
    await grants.save(GRANT);
    const attempts = ['a', 'b', 'c'].map((owner) => ({
      ...GRANT,
      refresh: { owner, endsAt: 1_764_000_000_000, tries: 1 },
      epoch: 1,
    }));

    const epochs = await Promise.all(attempts.map((attempt) => grants.save(attempt)));

    assert.deepEqual(
      epochs.filter((epoch) => epoch !== null),
      [2],
    );
    assert.equal((await grants.find(JANE))?.refresh?.owner, attempts[epochs.indexOf(2)]?.refresh.owner);
  });

  it('gives a grant as it was saved, and none of an unknown account', async () => {
    const { accounts, grants } = await open();
    const refreshed = { ...GRANT, accessToken: 'v1.k.c.d' as SealedSecret, accessEndsAt: 1_764_000_000_000 };

    assert.equal(await grants.save(GRANT), null);
    await accounts.save(buildAccount());
    assert.deepEqual([await grants.save(GRANT), await grants.save({ ...refreshed, epoch: 1 })], [1, 2]);
    assert.deepEqual(await grants.find(JANE), { ...refreshed, epoch: 2 });
    assert.deepEqual([await grants.remove(JANE), await grants.find(JANE)], [true, null]);
  });

  it('gives a connect session as it was saved, until it has ended', async () => {
    const { accounts, connectSessions } = await open();
    await accounts.save(buildAccount());
    const other = { ...SESSION, id: 'other', account: null, address: null, name: null, providers: null };
    await connectSessions.save(SESSION);
    await connectSessions.save({ ...other, key: null, pending: null, expiresAt: 1_764_009_000_000 });

    assert.deepEqual(await connectSessions.find('session'), { ...SESSION, epoch: 1 });
    assert.equal(await connectSessions.save({ ...SESSION, status: 'connected', epoch: 1 }), 2);
    assert.equal(await connectSessions.save({ ...SESSION, status: 'failed', epoch: 1 }), null);
    assert.equal(await connectSessions.removeEnded(SESSION.expiresAt + 1), 1);
    assert.deepEqual(
      [await connectSessions.find('session'), (await connectSessions.find('other'))?.account],
      [null, null],
    );
  });

  it('removes an account with its grant, session and bindings', async () => {
    const { accounts, apiKeys, grants, connectSessions } = await open();
    await accounts.save(buildAccount());
    await grants.save(GRANT);
    await connectSessions.save(SESSION);
    await apiKeys.save(buildApiKey({ accounts: [JANE] }));

    await accounts.remove(JANE, 1);

    assert.deepEqual([await grants.find(JANE), await connectSessions.find('session')], [null, null]);
    assert.equal(await apiKeys.isBound(KEY, JANE), false);
  });
}
