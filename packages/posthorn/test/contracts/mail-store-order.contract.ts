/** What every mail store promises of the order of messages, above all of those that came within one second. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessagePage } from '../../src/application/ports/mail/mail-store.ts';
import type { MessageOrder, MessageQuery } from '../../src/domain/messages/message-query.ts';
import type { AppendedMessage } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';

const day = (date: number) => new Date(Date.UTC(2024, 2, date, 12));
const mail = (subject: string, date: number): AppendedMessage => ({
  raw: buildMessage({ subject, date: day(date) }),
});
/** Four of one second, one older and one newer. */
const MAIL = [mail('b', 2), mail('a', 2), mail('old', 1), mail('b', 2), mail('new', 3), mail('a', 2)];

const byDate = (isDescending: boolean): MessageOrder => [{ key: 'date', isDescending }];
const ORDERS: readonly (readonly [string, MessageOrder, readonly number[]])[] = [
  ['-date', byDate(true), [5, 6, 4, 2, 1, 3]],
  ['date', byDate(false), [3, 1, 2, 4, 6, 5]],
  [
    '-date,subject',
    [
      { key: 'date', isDescending: true },
      { key: 'subject', isDescending: false },
    ],
    [5, 6, 2, 4, 1, 3],
  ],
  [
    'subject,-date',
    [
      { key: 'subject', isDescending: false },
      { key: 'date', isDescending: true },
    ],
    [6, 2, 4, 1, 5, 3],
  ],
  ['subject', [{ key: 'subject', isDescending: false }], [2, 6, 1, 4, 5, 3]],
  ['-subject', [{ key: 'subject', isDescending: true }], [3, 5, 4, 1, 6, 2]],
  [
    'subject,-uid',
    [
      { key: 'subject', isDescending: false },
      { key: 'uid', isDescending: true },
    ],
    [6, 2, 4, 1, 5, 3],
  ],
];

/** Runs the contract against a backend that `open` starts. */
export function mailStoreOrderContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`MailStore order contract: ${name}`, () => {
    let backend: StoreUnderTest;
    before(async () => {
      backend = await open();
      await backend.put(`${backend.prefix}Order`, MAIL);
    });
    after(() => backend.close());

    const list = (mailbox: string, query: Partial<MessageQuery>): Promise<MessagePage> => {
      const whole = { window: null, maxRows: 1000, order: byDate(true), criterion: null };
      const shown = { attributes: new Set<never>() };
      return backend.store.listMessages(
        {
          account: backend.account,
          mailbox: mailboxName(`${backend.prefix}${mailbox}`),
          query: { ...whole, ...shown, ...query },
        },
        AbortSignal.timeout(60_000),
      );
    };
    const uids = ({ items }: MessagePage) => items.map(({ uid }) => Number(uid));
    /** All uids, page by page; backwards from the end of the list, but told in its order. */
    const walk = async (order: MessageOrder, direction: 'after' | 'before') => {
      const walked: number[] = [];
      let position: string | null = null;
      for (;;) {
        const page: MessagePage = await list('Order', { order, window: { direction, position, limit: 2 } });
        if (direction === 'after') walked.push(...uids(page));
        else walked.unshift(...uids(page));
        position = direction === 'after' ? page.lastPosition : page.firstPosition;
        if (!(direction === 'after' ? page.hasNext : page.hasPrevious)) return walked;
      }
    };

    for (const [title, order, expected] of ORDERS) {
      it(`gives messages with equal keys in the direction of the order: ${title}`, async () => {
        assert.deepEqual(uids(await list('Order', { order })), expected);
      });

      it(`pages through them in this order, forward and backward: ${title}`, async () => {
        assert.deepEqual(await walk(order, 'after'), expected);
        assert.deepEqual(await walk(order, 'before'), expected);
      });
    }

    it('gives those that a search finds in the same order', async () => {
      const criterion = { kind: 'subject', text: 'a' } as const;

      assert.deepEqual(uids(await list('Order', { criterion })), [6, 2]);
    });

    it('puts a message that arrives before those of the same second', async () => {
      await backend.put(`${backend.prefix}Arrivals`, [mail('one', 2), mail('two', 2), mail('new', 3)]);
      const before = uids(await list('Arrivals', {}));
      await backend.put(`${backend.prefix}Arrivals`, [mail('three', 2)]);

      assert.deepEqual(
        [before, uids(await list('Arrivals', {}))],
        [
          [3, 2, 1],
          [3, 4, 2, 1],
        ],
      );
    });

    it('finds the place of a cursor among messages of one second after its row has vanished', async () => {
      const second = ['1', '2', '3', '4', '5'].map((subject) => mail(subject, 2));
      await backend.put(`${backend.prefix}Vanishing`, second);
      const first = await list('Vanishing', { window: { direction: 'after', position: null, limit: 2 } });
      await backend.expunge(`${backend.prefix}Vanishing`, 4);
      const position = first.lastPosition;

      const next = await list('Vanishing', { window: { direction: 'after', position, limit: 2 } });
      const previous = await list('Vanishing', { window: { direction: 'before', position, limit: 2 } });

      assert.deepEqual([uids(first), uids(next), uids(previous)], [[5, 4], [3, 2], [5]]);
    });

    it('finds a moment in a long list, whether or not a message is there', async () => {
      const second = (index: number) => new Date(Date.UTC(2024, 0, 1) + Math.floor(index / 3) * 1000);
      await backend.put(
        `${backend.prefix}Moments`,
        Array.from({ length: 200 }, (_, index) => ({ raw: buildMessage({ date: second(index) }) })),
      );
      const beside = async (direction: 'after' | 'before', uid: number, date = second(uid - 1)) =>
        uids(
          await list('Moments', {
            window: { direction, position: { epochMs: date.getTime(), uid }, limit: 2 },
          }),
        );

      assert.deepEqual(
        [await beside('after', 100), await beside('before', 100)],
        [
          [99, 98],
          [102, 101],
        ],
      );
      const [behindAll, beforeAll] = [0, 2 ** 32];
      assert.deepEqual(
        [await beside('after', behindAll, second(99)), await beside('before', beforeAll, second(99))],
        [
          [99, 98],
          [104, 103],
        ],
      );
      assert.deepEqual(
        [await beside('after', 1, new Date(0)), await beside('before', 1, day(400))],
        [[], []],
      );
    });
  });
}
