/** What the port Accounts promises, whatever is behind it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountListRequest, Accounts } from '../../../src/application/ports/state/accounts.ts';
import { shardOf } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../../src/domain/accounts/stored-account.ts';
import type { SealedSecret } from '../../../src/domain/logins/sealed-secret.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { buildAccount } from '../../support/stored-samples.ts';

const asId = (text: string) => text as MailAccountId;
const BY_NAME: AccountListRequest = {
  filter: {},
  sort: { by: 'name', isDescending: false },
  after: null,
  limit: 50,
};

/** Every member with a value that is not its default. */
const FULL = buildAccount({
  id: asId('full'),
  name: 'Jané "J" Ω',
  replyTo: { address: 'Other@Example.org', name: '' },
  outbox: { host: 'smtp.example.org', port: 587, security: 'starttls' },
  roots: ['INBOX' as MailboxName, 'Entwürfe' as MailboxName],
  login: { mechanism: 'oauth', user: 'jane', provider: 'google' },
  outboxLogin: { mechanism: 'password', user: 'smtp', password: 'v1.k.a.b' as SealedSecret },
  provider: 'google',
  ...{ state: 'reauthentication-needed', problem: { code: 'authentication-failed', detail: 'Sign in.' } },
  watch: { mode: 'idle', lastProofAt: 1_764_000_000_123 },
});

/** Runs the contract against accounts that `open` makes, each time without any. */
export function accountsContract(open: () => Promise<Accounts>): void {
  it('gives an account as it was saved', async () => {
    const accounts = await open();
    const sending = buildAccount({ id: asId('sending'), inbox: null });
    await accounts.save(FULL);
    await accounts.save(sending);

    assert.deepEqual(await accounts.find(FULL.id), { ...FULL, epoch: 1 });
    assert.deepEqual(await accounts.find(sending.id), { ...sending, epoch: 1 });
    assert.equal(await accounts.find(asId('none')), null);
  });

  it('changes no account that was removed and made again with its id since it was read', async () => {
    const accounts = await open();
    await accounts.save(buildAccount());
    const read = await accounts.find(buildAccount().id);
    assert.ok(read !== null);
    await accounts.remove(read.id, 1);
    const again = buildAccount({ createdAt: read.createdAt + 1, name: 'Again' });
    await accounts.save(again);

    assert.equal(await accounts.save({ ...read, name: 'Changed' }), null);
    assert.deepEqual(await accounts.find(read.id), { ...again, epoch: 1 });
  });

  it('lists the accounts that can be read, and shows a change of their access', async () => {
    const accounts = await open();
    const login = { mechanism: 'password', user: 'jane', password: 'v1.k.x.y' as SealedSecret } as const;
    const states = ['connecting', 'ok', 'unreachable', 'reauthentication-needed', 'disabled'] as const;
    for (const state of states) await accounts.save(buildAccount({ id: asId(state), state }));
    await accounts.save(buildAccount({ id: asId('sending'), inbox: null }));
    const access = async () => (await accounts.listReadable(null)).find(({ id }) => id === 'ok')?.access;
    const before = await access();

    const [first] = [...(await accounts.listReadable(null))].sort((a, b) => a.id.localeCompare(b.id));
    await accounts.save(buildAccount({ id: asId('ok'), state: 'unreachable', epoch: 1 }));
    const afterState = await access();
    await accounts.save(buildAccount({ id: asId('ok'), login, epoch: 2 }));

    assert.deepEqual((await accounts.listReadable(null)).map(({ id }) => id).sort(), [
      'connecting',
      'ok',
      'unreachable',
    ]);
    assert.deepEqual(
      [first?.host, first?.epoch, first?.createdAt],
      ['imap.example.org', 1, buildAccount().createdAt],
    );
    assert.equal(afterState, before);
    assert.notEqual(await access(), before);
  });

  it('lists the accounts that can be read of some shards', async () => {
    const accounts = await open();
    const [own, other] = [asId('own'), asId('other')];
    for (const id of [own, other]) await accounts.save(buildAccount({ id }));
    await accounts.save(buildAccount({ id: own, name: 'Own', epoch: 1 }));

    const listed = await accounts.listReadable([shardOf(own)]);
    const both = await accounts.listReadable([shardOf(own), shardOf(other)]);

    assert.deepEqual(
      listed.map(({ id, epoch }) => [id, epoch]),
      [[own, 2]],
    );
    assert.deepEqual(both.map(({ id }) => id).sort(), [other, own]);
    assert.deepEqual(await accounts.listReadable([]), []);
  });

  it('keeps the watch of an account through its changes, and its version through those of the watch', async () => {
    const accounts = await open();
    await accounts.save(buildAccount());

    await accounts.saveWatches([
      { id: asId('jane'), mode: 'idle', lastProofAt: 5, fence: 'none' },
      { id: asId('none'), mode: 'idle', fence: 'none' },
    ]);
    await accounts.saveWatches([{ id: asId('jane'), mode: 'notify', fence: 'none' }]);
    const epoch = await accounts.save(buildAccount({ name: 'Other', epoch: 1 }));

    assert.equal(epoch, 2);
    const { name, watch } = (await accounts.find(asId('jane'))) ?? {};
    assert.deepEqual([name, watch], ['Other', { mode: 'notify', lastProofAt: 5 }]);
  });

  it('creates no account whose id is taken', async () => {
    const accounts = await open();

    const epochs = await Promise.all([buildAccount(), buildAccount()].map((each) => accounts.save(each)));

    assert.deepEqual(epochs.sort(), [1, null]);
  });

  it('lets one of several writers of a version succeed', async () => {
    const accounts = await open();
    await accounts.save(buildAccount());
    const versions = ['a', 'b', 'c'].map((name) => buildAccount({ name, epoch: 1 }));

    const epochs = await Promise.all(versions.map((each) => accounts.save(each)));

    assert.deepEqual(
      epochs.filter((epoch) => epoch !== null),
      [2],
    );
    assert.equal((await accounts.find(asId('jane')))?.epoch, 2);
  });

  it('writes nothing for an account that is gone, and keeps the time of its creation', async () => {
    const accounts = await open();
    await accounts.save(buildAccount());
    await accounts.save(buildAccount({ createdAt: 1, epoch: 1 }));

    assert.equal((await accounts.find(asId('jane')))?.createdAt, buildAccount().createdAt);
    assert.deepEqual(
      [await accounts.remove(asId('jane'), 1), await accounts.remove(asId('jane'), 1)],
      [true, false],
    );
    assert.equal(await accounts.save(buildAccount({ epoch: 2 })), null);
  });

  it('removes a version that is named, and no other', async () => {
    const accounts = await open();
    const { id, createdAt } = buildAccount();
    await accounts.save(buildAccount());
    const others = [
      { createdAt, epoch: 2 },
      { createdAt: createdAt + 1, epoch: 1 },
    ];

    for (const other of others) assert.equal(await accounts.remove(id, 1, other), false);
    assert.equal((await accounts.find(id))?.epoch, 1);
    assert.equal(await accounts.remove(id, 1, { createdAt, epoch: 1 }), true);
  });
}

/** Runs the contract of lists. */
export function accountListContract(open: () => Promise<Accounts>): void {
  const idsOf = (accounts: readonly StoredAccount[]) => accounts.map(({ id }) => id);
  const setUp = async (rows: readonly Partial<StoredAccount>[]) => {
    const accounts = await open();
    for (const row of rows) await accounts.save(buildAccount(row));
    return accounts;
  };

  it('sorts names by code points, whatever their case', async () => {
    const names = ['b', 'Ä', 'a', 'B', '_', 'z', 'A-1'];
    const accounts = await setUp(names.map((name, index) => ({ id: asId(`id${index}`), name })));

    const { accounts: rows, next } = await accounts.list(BY_NAME);

    assert.deepEqual(
      rows.map(({ name }) => name),
      ['_', 'a', 'A-1', 'b', 'B', 'z', 'Ä'],
    );
    assert.equal(next, null);
  });

  it('continues behind a position, also among equal names, in both directions', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ id: asId(`id${index}`), name: `n${index % 2}` }));
    const accounts = await setUp(rows);
    const walk = async (isDescending: boolean) => {
      const found: MailAccountId[] = [];
      for (let after: AccountListRequest['after'] = null; ; ) {
        const page = await accounts.list({ ...BY_NAME, sort: { by: 'name', isDescending }, after, limit: 2 });
        found.push(...idsOf(page.accounts));
        if (page.next === null) return found;
        after = page.next;
      }
    };

    const ascending = await walk(false);

    assert.deepEqual(ascending, ['id0', 'id2', 'id4', 'id6', 'id1', 'id3', 'id5']);
    assert.deepEqual(await walk(true), ascending.toReversed());
  });

  it('sorts by the time of creation', async () => {
    const accounts = await setUp([
      { id: asId('b'), createdAt: 1_764_000_000_002 },
      { id: asId('a'), createdAt: 1_764_000_000_003 },
      { id: asId('c'), createdAt: 1_764_000_000_001 },
    ]);
    const sort = { by: 'createdAt', isDescending: true } as const;

    const first = await accounts.list({ ...BY_NAME, sort, limit: 2 });
    const rest = await accounts.list({ ...BY_NAME, sort, after: first.next });

    assert.deepEqual([...idsOf(first.accounts), ...idsOf(rest.accounts)], ['a', 'b', 'c']);
  });

  it('filters by state, address and ids, and counts so', async () => {
    const from = { address: 'Ann@Example.org', name: '' };
    const accounts = await setUp([
      { id: asId('a'), from },
      { id: asId('b'), state: 'unreachable' },
      { id: asId('c'), state: 'disabled' },
    ]);
    const filters = [
      { states: ['unreachable', 'disabled'] as const },
      { address: 'ann@EXAMPLE.org' },
      { ids: [asId('a'), asId('c'), asId('none')] },
      { ids: [asId('a')], states: ['disabled'] as const },
    ];

    const pages = await Promise.all(filters.map((filter) => accounts.list({ ...BY_NAME, filter })));
    const counts = await Promise.all([...filters, {}].map((filter) => accounts.count(filter)));

    assert.deepEqual(
      pages.map((page) => idsOf(page.accounts)),
      [['b', 'c'], ['a'], ['a', 'c'], []],
    );
    assert.deepEqual(counts, [2, 1, 2, 0, 3]);
  });
}
