/** What every mail store promises of searching, ordering by several keys, cursors and conversations. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessagePage } from '../../src/application/ports/mail/mail-store.ts';
import type {
  MessageCriterion,
  MessageCursor,
  MessageOrder,
  MessageQuery,
} from '../../src/domain/messages/message-query.ts';
import type { MessageRef } from '../../src/domain/messages/message-ref.ts';
import { asUid, code } from '../support/domain-values.ts';
import type { AppendedMessage } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';

const BY_DATE: MessageOrder = [{ key: 'date', isDescending: true }];
const signal = new AbortController().signal;
const day = (date: number) => new Date(Date.UTC(2024, 2, date, 12));

/** The messages that are searched; uids are places in the list, from 1. */
const searched: readonly AppendedMessage[] = [
  {
    raw: buildMessage({
      subject: 'Äpfel und Birnen',
      from: { name: 'Jörg', address: 'joerg@example.com' },
      date: day(1),
    }),
    flags: ['\\Seen'],
  },
  {
    raw: buildMessage({ subject: 'Invoice 77', text: 'Pay "now" (please) \\ thanks', date: day(2) }),
    flags: ['\\Flagged', '$Work'],
  },
  {
    raw: buildMessage({ subject: 'Big', text: `${'x'.repeat(70)}\r\n`.repeat(300), date: day(3) }),
    flags: ['\\Answered'],
  },
  {
    raw: buildMessage({
      subject: 'File',
      date: day(4),
      attachments: [{ filename: 'a.txt' }],
      cc: ['carl@example.org'],
      headers: [['References', '<first@example.com> <other@example.com>']],
    }),
    flags: ['\\Draft', '\\Seen'],
  },
  {
    raw: buildMessage({
      subject: 'Other',
      date: day(5),
      messageId: '<other@example.com>',
      bcc: ['hidden@example.org'],
    }),
  },
];

const received = (text: string) => ({ internalDate: new Date(text) });
/** Messages whose Date fields are of other days than their moments are in UTC, and some without a usable one. */
const dated: readonly AppendedMessage[] = [
  { raw: buildMessage({ date: 'Wed, 1 Jul 2026 23:30:00 -0700' }), ...received('2026-07-02T07:00:00Z') },
  { raw: buildMessage({ date: 'Fri, 3 Jul 2026 01:00:00 +1400' }), ...received('2026-07-02T12:00:00Z') },
  { raw: buildMessage({ date: null }), ...received('2026-11-23T21:25:55Z') },
  { raw: buildMessage({ date: 'no date at all' }), ...received('2026-11-24T23:59:59Z') },
  { raw: buildMessage({ date: new Date('2001-02-03T04:05:06Z') }), ...received('2026-11-25T00:00:00Z') },
];

/** Runs the contract against a backend that `open` starts. */
export function mailStoreSearchContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`MailStore search contract: ${name}`, () => {
    let backend: StoreUnderTest;
    before(async () => {
      backend = await open();
      await backend.put(`${backend.prefix}Search`, searched);
    });
    after(() => backend.close());

    const list = (mailbox: string, query: Partial<MessageQuery>): Promise<MessagePage> =>
      backend.store.listMessages(
        {
          account: backend.account,
          mailbox: mailboxName(`${backend.prefix}${mailbox}`),
          query: {
            window: null,
            maxRows: 1000,
            order: BY_DATE,
            criterion: null,
            attributes: new Set(),
            ...query,
          },
        },
        signal,
      );
    const find = async (criterion: MessageCriterion) => {
      const query = { criterion, order: [{ key: 'uid', isDescending: false }] } as const;
      // A page of the whole list is kept, and is none of the search.
      await list('Search', { ...query, criterion: null });
      const page = await list('Search', query);
      assert.equal(page.matching, page.items.length);
      return page.items.map(({ uid }) => Number(uid));
    };

    describe('compares moments', () => {
      before(() => backend.put(`${backend.prefix}Moments`, dated));
      const findDated = async (criterion: MessageCriterion) => {
        const order = [{ key: 'uid', isDescending: false }] as const;
        return (await list('Moments', { criterion, order })).items.map(({ uid }) => Number(uid));
      };
      const since = (kind: 'dated-since' | 'received-since', text: string): MessageCriterion => ({
        kind,
        epochMs: Date.parse(text),
      });
      const sinceDay = (kind: 'dated-since' | 'received-since', day: string): MessageCriterion => ({
        kind,
        epochMs: Date.parse(day),
        isDay: true,
      });
      const cases: readonly (readonly [string, MessageCriterion, readonly number[]])[] = [
        ['of a sender far in the west', since('dated-since', '2026-07-02T06:30:00Z'), [1, 2, 3, 4]],
        ['a second later', since('dated-since', '2026-07-02T06:30:01Z'), [2, 3, 4]],
        ['of a sender far in the east', since('dated-since', '2026-07-02T11:00:00Z'), [2, 3, 4]],
        ['a second after that', since('dated-since', '2026-07-02T11:00:01Z'), [3, 4]],
        ['of a message without Date', since('dated-since', '2026-11-23T21:25:55Z'), [3, 4]],
        ['of one with a Date that is none', since('dated-since', '2026-11-23T21:25:56Z'), [4]],
        ['before all', since('dated-since', '1970-01-01T00:00:00Z'), [1, 2, 3, 4, 5]],
        ['after all', since('dated-since', '9999-12-31T23:59:59Z'), []],
        ['before a moment', { kind: 'not', criterion: since('dated-since', '2026-07-02T11:00:00Z') }, [1, 5]],
        ['of the day of a sender far in the west', sinceDay('dated-since', '2026-07-01'), [1, 2, 3, 4]],
        [
          'of the day after that, and of a sender far in the east',
          sinceDay('dated-since', '2026-07-02'),
          [2, 3, 4],
        ],
        ['of the day of receipt without Date', sinceDay('dated-since', '2026-11-23'), [3, 4]],
        ['of the day of receipt', sinceDay('received-since', '2026-11-23'), [3, 4, 5]],
        ['of receipt', since('received-since', '2026-11-23T21:25:55Z'), [3, 4, 5]],
        ['a second after a receipt', since('received-since', '2026-11-23T21:25:56Z'), [4, 5]],
        [
          'among other conditions',
          {
            kind: 'any-of',
            criteria: [since('dated-since', '2026-11-23T21:25:56Z'), { kind: 'uids', uids: [asUid(1)] }],
          },
          [1, 4],
        ],
      ];
      for (const [what, criterion, uids] of cases) {
        it(`finds ${uids.join(', ') || 'none'}: ${what}`, async () => {
          assert.deepEqual(await findDated(criterion), uids);
        });
      }

      it('names no message of a mailbox that was re-created', async () => {
        const { uidValidity } = await list('Moments', {});
        const uids = [asUid(1)];

        assert.deepEqual(await findDated({ kind: 'uids', uids, uidValidity }), [1]);
        assert.deepEqual(await findDated({ kind: 'uids', uids, uidValidity: uidValidity + 1 }), []);
      });
    });

    describe('finds messages', () => {
      const cases: readonly (readonly [string, MessageCriterion, readonly number[]])[] = [
        ['by a flag', { kind: 'flag', flag: 'seen' }, [1, 4]],
        ['without a flag', { kind: 'not', criterion: { kind: 'flag', flag: 'seen' } }, [2, 3, 5]],
        ['that are flagged', { kind: 'flag', flag: 'flagged' }, [2]],
        ['that were answered', { kind: 'flag', flag: 'answered' }, [3]],
        ['that are drafts', { kind: 'flag', flag: 'draft' }, [4]],
        ['by a keyword', { kind: 'keyword', keyword: '$Work' }, [2]],
        ['by the name of the sender, beyond ASCII', { kind: 'address', field: 'from', text: 'Jörg' }, [1]],
        ['by an address of Cc', { kind: 'address', field: 'cc', text: 'carl@' }, [4]],
        ['by an address of Bcc', { kind: 'address', field: 'bcc', text: 'hidden' }, [5]],
        ['by the subject, without regard to case', { kind: 'subject', text: 'invoice' }, [2]],
        ['by the subject, beyond ASCII', { kind: 'subject', text: 'Äpfel' }, [1]],
        ['by text in the body', { kind: 'body', text: 'please' }, [2]],
        ['by text with quotes and backslashes', { kind: 'body', text: '"now" (please) \\ thanks' }, [2]],
        ['by text anywhere', { kind: 'text', text: 'Birnen' }, [1]],
        ['dated at a moment or later', { kind: 'dated-since', epochMs: day(4).getTime() }, [4, 5]],
        ['dated before', { kind: 'not', criterion: { kind: 'dated-since', epochMs: day(2).getTime() } }, [1]],
        ['by size', { kind: 'larger', octets: 10_000 }, [3]],
        ['below a size', { kind: 'not', criterion: { kind: 'smaller', octets: 10_000 } }, [3]],
        ['with files', { kind: 'has-attachments' }, [4]],
        ['without files', { kind: 'not', criterion: { kind: 'has-attachments' } }, [1, 2, 3, 5]],
        ['by Message-ID', { kind: 'message-id', messageId: 'other@example.com' }, [5]],
        ['by references', { kind: 'refers-to', messageId: 'other@example.com' }, [4, 5]],
        [
          'by references and a flag',
          {
            kind: 'all-of',
            criteria: [
              { kind: 'refers-to', messageId: 'other@example.com' },
              { kind: 'flag', flag: 'draft' },
            ],
          },
          [4],
        ],
        [
          'by all of several conditions',
          { kind: 'all-of', criteria: [{ kind: 'flag', flag: 'seen' }, { kind: 'has-attachments' }] },
          [4],
        ],
        [
          'by any of several conditions',
          {
            kind: 'any-of',
            criteria: [
              { kind: 'subject', text: 'Big' },
              { kind: 'has-attachments' },
              { kind: 'flag', flag: 'flagged' },
            ],
          },
          [2, 3, 4],
        ],
        [
          'by nested conditions',
          {
            kind: 'all-of',
            criteria: [
              {
                kind: 'any-of',
                criteria: [
                  { kind: 'flag', flag: 'seen' },
                  { kind: 'flag', flag: 'flagged' },
                ],
              },
              {
                kind: 'not',
                criterion: {
                  kind: 'all-of',
                  criteria: [
                    { kind: 'flag', flag: 'draft' },
                    { kind: 'flag', flag: 'seen' },
                  ],
                },
              },
            ],
          },
          [1, 2],
        ],
        ['by no condition at all', { kind: 'all-of', criteria: [] }, [1, 2, 3, 4, 5]],
      ];
      for (const [title, criterion, expected] of cases) {
        it(title, async () => {
          assert.deepEqual(await find(criterion), expected);
        });
      }

      for (const text of ['x" OR ALL', 'x\r\nA1 LOGOUT', '{3+}\r\nabc', '*', 'x\\', 'ALL']) {
        it(`by ${JSON.stringify(text)} as nothing but text`, async () => {
          assert.deepEqual(await find({ kind: 'subject', text }), []);
        });
      }
    });

    it('counts the messages of a mailbox as they are now', async () => {
      await backend.put(`${backend.prefix}Counted`, [{ raw: buildMessage() }]);
      const count = () =>
        backend.store.countMessages(
          { account: backend.account, mailbox: mailboxName(`${backend.prefix}Counted`) },
          signal,
        );
      const one = await count();
      await backend.put(`${backend.prefix}Counted`, [{ raw: buildMessage(), flags: ['\\Seen'] }]);

      const two = await count();

      assert.deepEqual([one.total, one.unread, two.total, two.unread], [1, 1, 2, 1]);
    });

    describe('walks a list by cursor', () => {
      const MESSAGES = 60;
      const page = async (mailbox: string, window: MessageCursor, order = BY_DATE) =>
        list(mailbox, { window, order, attributes: new Set(['subject']) });

      /** All subjects from the start to the end; `between` runs after each page. */
      const walk = async (
        mailbox: string,
        between: (page: number) => Promise<void> = async () => undefined,
      ) => {
        const subjects: (string | undefined)[] = [];
        let position: string | null = null;
        for (let number = 1; ; number += 1) {
          const current: MessagePage = await page(mailbox, { direction: 'after', position, limit: 7 });
          subjects.push(...current.items.map(({ subject }) => subject));
          if (!current.hasNext) return subjects;
          position = current.lastPosition;
          await between(number);
        }
      };
      const fill = (mailbox: string) =>
        backend.put(
          `${backend.prefix}${mailbox}`,
          Array.from({ length: MESSAGES }, (_, index) => ({
            // Every three messages share a date.
            raw: buildMessage({
              subject: `m${index + 1}`,
              date: new Date(Date.UTC(2024, 0, 1, Math.floor(index / 3))),
            }),
          })),
        );

      it('from its start to its end, each message once', async () => {
        await fill('Walk');

        const subjects = await walk('Walk');

        assert.deepEqual([subjects.length, new Set(subjects).size], [MESSAGES, MESSAGES]);
      });

      it('and back from its end to its start', async () => {
        const backwards: (string | undefined)[] = [];
        let position: string | null = null;
        for (;;) {
          const current: MessagePage = await page('Walk', { direction: 'before', position, limit: 7 });
          backwards.unshift(...current.items.map(({ subject }) => subject));
          if (!current.hasPrevious) break;
          position = current.firstPosition;
        }

        assert.deepEqual(backwards, await walk('Walk'));
      });

      it('and meets every message that was there all along exactly once while others come and go', async () => {
        await fill('Change');
        const mailbox = `${backend.prefix}Change`;
        const gone = new Set<string>();

        const subjects = await walk('Change', async (number) => {
          await backend.put(mailbox, [
            { raw: buildMessage({ subject: 'new', date: new Date(Date.UTC(2024, 0, 1, number)) }) },
            { raw: buildMessage({ subject: 'new', date: new Date(Date.UTC(2030, 0, number)) }) },
          ]);
          // The last rows of the page that was just shown, so that the cursor itself vanishes.
          for (const uid of [MESSAGES - number * 7 + 1, MESSAGES - number * 7 + 2, number]) {
            if (uid < 1 || gone.has(`m${uid}`)) continue;
            gone.add(`m${uid}`);
            await backend.expunge(mailbox, uid);
          }
        });

        const stayed = Array.from({ length: MESSAGES }, (_, index) => `m${index + 1}`).filter(
          (each) => !gone.has(each),
        );
        const counts = stayed.map((each) => subjects.filter((subject) => subject === each).length);
        assert.deepEqual(
          counts,
          stayed.map(() => 1),
        );
      });

      it('but not by a cursor of another order', async () => {
        const first = await page('Walk', { direction: 'after', position: null, limit: 7 });
        const order: MessageOrder = [
          { key: 'subject', isDescending: false },
          { key: 'size', isDescending: false },
        ];

        await assert.rejects(
          page('Walk', { direction: 'after', position: first.lastPosition, limit: 7 }, order),
          code('invalid-parameter'),
        );
      });

      for (const position of [
        '',
        'x',
        'WzFd',
        Buffer.from('[1,"x",2]').toString('base64url'),
        'A'.repeat(3_000),
      ]) {
        it(`but not by the made-up cursor ${position.slice(0, 20)}`, async () => {
          await assert.rejects(
            page('Walk', { direction: 'after', position, limit: 7 }),
            code('invalid-parameter'),
          );
        });
      }
    });

    describe('finds a conversation', () => {
      const links = (...ids: string[]): readonly (readonly [string, string])[] => [
        ['References', ids.map((id) => `<${id}>`).join(' ')],
      ];
      before(async () => {
        await backend.put(`${backend.prefix}Talk`, [
          { raw: buildMessage({ subject: 'root', messageId: '<root@x>' }) },
          { raw: buildMessage({ subject: 'noise', messageId: '<noise@x>' }) },
          {
            raw: buildMessage({
              subject: 'reply 2',
              messageId: '<two@x>',
              headers: links('root@x', 'one@x'),
            }),
          },
        ]);
        await backend.put(`${backend.prefix}Talk Sent`, [
          {
            raw: buildMessage({
              subject: 'reply 1',
              messageId: '<one@x>',
              headers: [['In-Reply-To', '<root@x>']],
            }),
          },
          { raw: buildMessage({ subject: 'other', messageId: '<alone@x>' }) },
        ]);
      });
      const thread = async (mailbox: string, uid: number) => {
        const name = mailboxName(`${backend.prefix}${mailbox}`);
        const { messages: thread } = await backend.store.findThread(
          { account: backend.account, mailbox: name, uid: asUid(uid) },
          signal,
        );
        const isSelf = (each: MessageRef) => each.mailbox === name && each.uid === uid;
        assert.equal(thread.filter(isSelf).length, 1, 'the message itself is not there once');
        const selection = { attributes: new Set(['subject'] as const) };
        const items = await Promise.all(
          thread.map((each) => backend.store.getMessage({ ...each, selection }, signal)),
        );
        return items.map(({ subject }) => subject).sort();
      };

      it('across the folders, each message once, whichever of them is asked for', async () => {
        const expected = ['reply 1', 'reply 2', 'root'];

        assert.deepEqual(await thread('Talk', 1), expected);
        assert.deepEqual(await thread('Talk', 3), expected);
        assert.deepEqual(await thread('Talk Sent', 1), expected);
      });

      it('of one message', async () => {
        assert.deepEqual(await thread('Talk', 2), ['noise']);
      });

      it('of no message that does not exist', async () => {
        await assert.rejects(thread('Talk', 4711), code('message-unknown'));
      });
    });
  });
}
