/** What the port Accounts promises of an account that is saved with its grant: both or neither, also among others at the same time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NewGrant } from '../../../src/application/ports/state/grants.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { SealedSecret } from '../../../src/domain/logins/sealed-secret.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import type { Tables } from './bound-rows.contract.ts';

const JANE = 'jane' as MailAccountId;
const RACES = 10;

const grantOf = (subject: string): NewGrant => ({
  ...{ provider: 'test', subject, scope: 'mail', refreshToken: `v1.k.a.${subject}` as SealedSecret },
  ...{ accessToken: `v1.k.b.${subject}` as SealedSecret, accessEndsAt: 1_764_000_000_000 },
});

/** Runs the contract against tables that `open` makes, each time empty. */
export function accountGrantsContract(open: () => Promise<Tables>): void {
  const openJane = async () => {
    const tables = await open();
    const { accounts, grants } = tables;
    assert.equal(await accounts.saveWithGrant(buildAccount(), grantOf('first')), 1);
    const stored = async () => {
      const [account, grant] = [await accounts.find(JANE), await grants.find(JANE)];
      return [account?.name, account?.epoch, grant?.subject];
    };
    return { ...tables, stored };
  };

  it('stores an account with its grant', async () => {
    const { grants, stored } = await openJane();

    assert.deepEqual(await stored(), ['Jane', 1, 'first']);
    const { epoch = 0, ...grant } = (await grants.find(JANE)) ?? {};
    assert.deepEqual(grant, { ...grantOf('first'), ...{ account: JANE, refresh: null } });
    assert.ok(epoch >= 1);
  });

  it('leaves the grant of an id that is taken, and that of a newer version', async () => {
    const { accounts, stored } = await openJane();
    const taken = buildAccount({ name: 'Other' });
    const outdated = buildAccount({ name: 'Other', epoch: 7 });

    const epochs = [
      await accounts.saveWithGrant(taken, grantOf('other')),
      await accounts.saveWithGrant(taken, null),
      await accounts.saveWithGrant(outdated, grantOf('other')),
      await accounts.saveWithGrant(outdated, null),
    ];

    assert.deepEqual(epochs, [null, null, null, null]);
    assert.deepEqual(await stored(), ['Jane', 1, 'first']);
  });

  it('lets one of several creators of an id succeed, with its own grant', async () => {
    const { accounts, grants } = await open();
    const names = ['a', 'b', 'c'];

    const epochs = await Promise.all(
      names.map((name) => accounts.saveWithGrant(buildAccount({ name }), grantOf(name))),
    );

    assert.deepEqual(epochs.toSorted(), [1, null, null]);
    const winner = names[epochs.indexOf(1)];
    assert.deepEqual(
      [(await accounts.find(JANE))?.name, (await grants.find(JANE))?.subject],
      [winner, winner],
    );
  });

  it('replaces a grant whose refresh is running, whose result is not stored then', async () => {
    const { accounts, grants, stored } = await openJane();
    const before = await grants.find(JANE);
    assert.ok(before);
    const refresh = { owner: 'node', endsAt: 1_764_000_000_000, tries: 1 };
    const begun = await grants.save({ ...before, refresh });
    assert.equal(begun, before.epoch + 1);

    const epoch = await accounts.saveWithGrant(buildAccount({ epoch: 1 }), grantOf('second'));
    const late = await grants.save({ ...before, subject: 'late', epoch: begun });

    assert.deepEqual([epoch, late], [2, null]);
    assert.deepEqual(await stored(), ['Jane', 2, 'second']);
    assert.equal((await grants.find(JANE))?.refresh, null);
  });

  it('takes no result of a refresh that has begun before its account was removed and made anew', async () => {
    const { accounts, grants, stored } = await openJane();
    const begin = async () => {
      const grant = await grants.find(JANE);
      assert.ok(grant);
      const epoch = await grants.save({
        ...{ ...grant, refresh: { owner: 'node', endsAt: 1_764_000_000_000, tries: 1 } },
      });
      return { ...grant, epoch: epoch ?? 0 };
    };
    const old = await begin();
    await accounts.remove(JANE, 1_764_000_000_000);
    await accounts.saveWithGrant(buildAccount(), grantOf('second'));
    await begin();

    assert.equal(await grants.save({ ...old, subject: 'late' }), null);
    assert.deepEqual(await stored(), ['Jane', 1, 'second']);
  });

  it('removes the grant of an account that has a password from then on', async () => {
    const { accounts, stored } = await openJane();

    assert.equal(await accounts.saveWithGrant(buildAccount({ epoch: 1 }), null), 2);
    assert.deepEqual(await stored(), ['Jane', 2, undefined]);
  });

  it('leaves nothing of an account that is removed at the same time', async () => {
    const { accounts, grants } = await open();
    for (let race = 0; race < RACES; race += 1) {
      await accounts.saveWithGrant(buildAccount(), grantOf('first'));
      const grant = await grants.find(JANE);
      assert.ok(grant);

      const [epoch, refreshed, isRemoved] = await Promise.all([
        accounts.saveWithGrant(buildAccount({ epoch: 1 }), grantOf('second')),
        grants.save({ ...grant, subject: 'refreshed' }),
        accounts.remove(JANE, 1_764_000_000_000),
      ]);

      assert.ok(isRemoved && [2, null].includes(epoch) && [grant.epoch + 1, null].includes(refreshed));
      assert.deepEqual([await accounts.find(JANE), await grants.find(JANE)], [null, null]);
    }
  });
}
