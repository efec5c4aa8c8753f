/** What all memories of originals promise, whatever is behind them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RECENT_ORIGINAL_MS } from '../../../src/application/ports/state/recent-originals.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { asUid } from '../../support/domain-values.ts';
import type { OpenState } from './state-under-test.ts';

function originalOf(number: number) {
  return {
    mailbox: 'Entwürfe' as MailboxName,
    uid: asUid(number),
    uidValidity: 4_294_967_295,
    subject: `Subject ${number} ✓`,
  };
}

async function setUp(open: OpenState) {
  const { state, pass } = await open();
  const { recentOriginals } = state;
  /** Opens them one after the other, a millisecond apart. */
  const remember = async (reader: string, ...numbers: readonly number[]) => {
    for (const number of numbers) {
      await recentOriginals.remember({ reader, ...originalOf(number) });
      pass(1);
    }
  };
  return { recentOriginals, pass, remember };
}

/** Runs the contract. */
export function recentOriginalsContract(name: string, open: OpenState): void {
  describe(`RecentOriginals contract: ${name}`, () => {
    it('lists the last ten messages of a reader, each once, the newest first', async () => {
      const { recentOriginals, remember } = await setUp(open);
      await remember('ann', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3);

      assert.deepEqual(
        await recentOriginals.list('ann'),
        [3, 11, 10, 9, 8, 7, 6, 5, 4, 2].map((number) => originalOf(number)),
      );
    });

    it('replaces the subject and the uidValidity of a message that is opened again', async () => {
      const { recentOriginals, remember } = await setUp(open);
      await remember('ann', 1);
      const again = { ...originalOf(1), uidValidity: 8, subject: 'Other' };
      await recentOriginals.remember({ reader: 'ann', ...again });

      assert.deepEqual(await recentOriginals.list('ann'), [again]);
    });

    it('counts how often a file was taken in four hours', async () => {
      const { recentOriginals, pass } = await setUp(open);
      const counts = [];
      for (const file of ['a', 'a', 'b', 'a']) counts.push(await recentOriginals.countTaking(file));
      pass(RECENT_ORIGINAL_MS);

      assert.deepEqual(counts, [0, 1, 0, 2]);
      assert.equal(await recentOriginals.countTaking('a'), 0);
    });

    it('keeps readers apart', async () => {
      const { recentOriginals, remember } = await setUp(open);
      await remember('ann', 1);

      assert.deepEqual(await recentOriginals.list('bob'), []);
    });

    it('forgets each message after four hours', async () => {
      const { recentOriginals, pass, remember } = await setUp(open);
      await remember('ann', 1);
      pass(RECENT_ORIGINAL_MS - 2);
      await remember('ann', 2);

      const before = await recentOriginals.list('ann');
      pass(RECENT_ORIGINAL_MS - 2);

      assert.deepEqual(before, [originalOf(2)]);
      assert.deepEqual(await recentOriginals.list('ann'), [originalOf(2)]);
      pass(1);
      assert.deepEqual(await recentOriginals.list('ann'), []);
    });
  });
}
