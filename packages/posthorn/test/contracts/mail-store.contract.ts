/** What every mail store promises, whatever is behind it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { MessagePage, MessageSelection } from '../../src/application/ports/mail/mail-store.ts';
import { passwordLogin } from '../../src/domain/logins/login.ts';
import type { MessageItem, MessageItemAttribute } from '../../src/domain/messages/message-item.ts';
import type { MessageQuery, MessageSort } from '../../src/domain/messages/message-query.ts';
import type { MessageRef } from '../../src/domain/messages/message-ref.ts';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { contractMail } from './contract-mail.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';

const DATE_DESCENDING: MessageSort = { key: 'date', isDescending: true };
const signal = new AbortController().signal;
const EVERY_MESSAGE: MessageQuery = {
  window: null,
  maxRows: 1000,
  order: [DATE_DESCENDING],
  criterion: null,
  attributes: new Set(),
};

function select(...attributes: MessageItemAttribute[]): MessageSelection {
  return { attributes: new Set(attributes) };
}

/** Runs the contract against a backend that `open` starts. */
export function mailStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`MailStore contract: ${name}`, () => {
    let backend: StoreUnderTest;
    let folder: string;

    before(async () => {
      backend = await open();
      folder = `${backend.prefix}Contract`;
      await backend.put(folder, contractMail);
    });
    after(() => backend.close());

    const at = (mailbox: string) => ({ account: backend.account, mailbox: mailboxName(mailbox) });
    const message = (uid: number, mailbox = folder): MessageRef => ({ ...at(mailbox), uid: asUid(uid) });
    const list = (query: Partial<MessageQuery>): Promise<MessagePage> =>
      backend.store.listMessages({ ...at(folder), query: { ...EVERY_MESSAGE, ...query } }, signal);
    const uidsOf = async (query: Partial<MessageQuery>) =>
      (await list(query)).items.map(({ uid }) => Number(uid));
    const get = (uid: number, ...attributes: MessageItemAttribute[]): Promise<MessageItem> =>
      backend.store.getMessage({ ...message(uid), selection: select(...attributes) }, signal);
    const body = (uid: number) => backend.store.getMessageBody(message(uid), signal);
    const attachments = (uid: number) => backend.store.listAttachments(message(uid), signal);
    const content = async (uid: number, part: string) => {
      const opened = await backend.store.openAttachment({ ...message(uid), part }, signal);
      const chunks: Buffer[] = [];
      for await (const chunk of opened.stream as AsyncIterable<Buffer>) chunks.push(chunk);
      return Buffer.concat(chunks);
    };

    describe('login', () => {
      it('accepts the right password', async () => {
        await backend.store.verifyLogin(backend.account, signal);
      });

      it('refuses a wrong password even while a session of the right one is warm', async () => {
        await backend.store.verifyLogin(backend.account, signal);
        const impostor = { ...backend.account, login: passwordLogin(backend.account.login.user, 'wrong') };

        await assert.rejects(backend.store.verifyLogin(impostor, signal), code('authentication-failed'));
      });
    });

    describe('mailboxes', () => {
      it('are listed with delimiter, counts and whether they can be selected', async () => {
        const mailboxes = await backend.store.listMailboxes(backend.account, signal);

        const found = mailboxes.find((mailbox) => mailbox.name === folder);
        assert.equal(found?.delimiter, backend.delimiter);
        assert.equal(found?.isSelectable, true);
        assert.equal(found?.counts?.total, contractMail.length);
        assert.equal(found?.counts?.unread, contractMail.length - 2);
        assert.equal(found?.counts?.uidNext, contractMail.length + 1);
      });

      it('tell new mail in a mailbox that was just read', async () => {
        const busy = `${backend.prefix}Busy`;
        const read = () =>
          backend.store.getMessage(
            {
              ...message(1, busy),
              selection: select('seen'),
            },
            signal,
          );
        await backend.put(busy, [{ raw: buildMessage() }]);
        await read();
        await backend.put(busy, [{ raw: buildMessage() }]);

        const mailboxes = await backend.store.listMailboxes(backend.account, signal);

        assert.equal(mailboxes.find(({ name }) => name === busy)?.counts?.total, 2);
      });

      it('are counted as they are now, the one that a session has open among them', async () => {
        const shrinking = `${backend.prefix}Shrinking`;
        await backend.put(shrinking, [{ raw: buildMessage() }, { raw: buildMessage() }]);
        await backend.store.countMessages(at(shrinking), signal);
        await backend.expunge(shrinking, 1);
        await backend.addFlags(shrinking, 2, ['\\Seen']);

        const mailboxes = await backend.store.listMailboxes(backend.account, signal);

        const counts = mailboxes.find(({ name }) => name === shrinking)?.counts;
        assert.deepEqual([counts?.total, counts?.unread], [1, 0]);
      });

      it('have their names decoded', async () => {
        const name = `${backend.prefix}Entwürfe & [Älter] 日本`;
        await backend.put(name, []);

        const mailboxes = await backend.store.listMailboxes(backend.account, signal);

        assert.ok(mailboxes.some((mailbox) => mailbox.name === name));
      });

      it('can be opened by the name under which they are listed', async () => {
        const name = `${backend.prefix}Quote"d \\ näme`;
        await backend.put(name, [{ raw: buildMessage({ subject: 'in there' }) }]);

        const item = await backend.store.getMessage(
          {
            ...message(1, name),
            selection: select('subject'),
          },
          signal,
        );

        assert.deepEqual(item, { uid: 1, subject: 'in there' });
      });

      it('that do not exist are unknown', async () => {
        const missing = mailboxName(`${backend.prefix}Nowhere`);
        const selection = { attributes: new Set<MessageItemAttribute>(['seen']) };

        await assert.rejects(
          backend.store.getMessage(
            { account: backend.account, mailbox: missing, uid: asUid(1), selection },
            signal,
          ),
          code('mailbox-unknown'),
        );
        await assert.rejects(
          backend.store.requireMailbox({ account: backend.account, mailbox: missing }, signal),
          code('mailbox-unknown'),
        );
      });

      it('that exist are found without being opened', async () => {
        const folder = `${backend.prefix}Target`;
        await backend.put(folder, []);

        await backend.store.requireMailbox(at(folder), signal);
      });
    });

    describe('order', () => {
      it('is by the Date field, newest first, equal dates by descending uid', async () => {
        assert.deepEqual(await uidsOf({}), [5, 4, 9, 3, 2, 1, 10, 8, 7, 6]);
      });

      it('is by the Date field, oldest first, equal dates by ascending uid', async () => {
        assert.deepEqual(
          await uidsOf({ order: [{ key: 'date', isDescending: false }] }),
          [6, 7, 8, 10, 1, 2, 3, 9, 4, 5],
        );
      });

      it('is by subject without reply prefixes', async () => {
        assert.deepEqual(
          (await uidsOf({ order: [{ key: 'subject', isDescending: false }] })).slice(0, 3),
          [2, 3, 1],
        );
      });

      it('is by sender', async () => {
        assert.deepEqual((await uidsOf({ order: [{ key: 'from', isDescending: true }] })).slice(0, 1), [2]);
      });

      it('is by size', async () => {
        assert.deepEqual((await uidsOf({ order: [{ key: 'size', isDescending: true }] })).slice(0, 1), [6]);
      });

      it('is by uid', async () => {
        assert.deepEqual(
          await uidsOf({ order: [{ key: 'uid', isDescending: true }] }),
          [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        );
      });
    });

    describe('lists', () => {
      it('give the rows of the window and the counts of the mailbox', async () => {
        const page = await list({ window: { start: 2, limit: 3 } });

        assert.deepEqual(
          page.items.map(({ uid }) => Number(uid)),
          [9, 3, 2],
        );
        assert.equal(page.total, contractMail.length);
        assert.equal(page.unread, contractMail.length - 2);
        assert.equal(page.isTruncated, false);
      });

      it('are empty past the end', async () => {
        assert.deepEqual((await list({ window: { start: 500, limit: 50 } })).items, []);
      });

      it('without a window are cut at the bound and say so', async () => {
        const page = await list({ maxRows: 4 });

        assert.deepEqual([page.items.length, page.isTruncated], [4, true]);
      });

      it('of named uids leave out those that do not exist', async () => {
        const criterion = { kind: 'uids', uids: [3, 77, 4].map(asUid) } as const;

        assert.deepEqual(await uidsOf({ criterion }), [4, 3]);
      });

      it('of uids from a number on do not add the last message', async () => {
        const criterion = { kind: 'uid-at-least', uid: asUid(90) } as const;

        assert.deepEqual(await uidsOf({ criterion }), []);
      });

      it('of recent messages or new uids combine both', async () => {
        const criteria = [{ kind: 'recent' }, { kind: 'uid-at-least', uid: asUid(9) }] as const;

        const uids = await uidsOf({ criterion: { kind: 'any-of', criteria } });

        assert.ok(uids.includes(9) && uids.includes(10));
      });

      it('of an empty set of uids are empty', async () => {
        assert.deepEqual(await uidsOf({ criterion: { kind: 'uids', uids: [] } }), []);
      });

      it('of an empty mailbox are empty', async () => {
        const empty = `${backend.prefix}Empty`;
        await backend.put(empty, []);

        const page = await backend.store.listMessages(
          {
            ...at(empty),
            query: {
              window: { start: 0, limit: 50 },
              maxRows: 10,
              order: [DATE_DESCENDING],
              criterion: null,
              attributes: new Set(['subject', 'previewText']),
            },
          },
          signal,
        );

        assert.deepEqual([page.items, page.total], [[], 0]);
      });

      it('follow messages that arrive and vanish', async () => {
        const moving = `${backend.prefix}Moving`;
        const sample = (day: number) => ({
          raw: buildMessage({ subject: `day ${day}`, date: new Date(Date.UTC(2024, 4, day)) }),
        });
        const listing = async () => {
          const page = await backend.store.listMessages(
            {
              ...at(moving),
              query: {
                window: { start: 0, limit: 50 },
                maxRows: 10,
                order: [DATE_DESCENDING],
                criterion: null,
                attributes: new Set(['subject']),
              },
            },
            signal,
          );
          return page.items.map(({ subject }) => subject);
        };
        await backend.put(moving, [sample(1), sample(2), sample(3)]);
        const before = await listing();
        await backend.put(moving, [sample(9), sample(2)]);
        const arrived = await listing();
        await backend.expunge(moving, 2);
        const vanished = await listing();

        assert.deepEqual(before, ['day 3', 'day 2', 'day 1']);
        assert.deepEqual(arrived, ['day 9', 'day 3', 'day 2', 'day 2', 'day 1']);
        assert.deepEqual(vanished, ['day 9', 'day 3', 'day 2', 'day 1']);
      });
    });

    describe('attributes', () => {
      it('are all there when all are asked for', async () => {
        assert.deepEqual(
          await get(
            1,
            'from',
            'to',
            'cc',
            'bcc',
            'replyTo',
            'subject',
            'date',
            'messageId',
            'references',
            'inReplyTo',
            'listUnsubscribe',
          ),
          {
            uid: 1,
            from: [{ name: 'Zoë Müller', address: 'zoe@example.com' }],
            to: [
              { name: 'Doe, John', address: 'john@example.org' },
              { name: '', address: 'plain@example.org' },
            ],
            cc: [{ name: 'Carl', address: 'carl@example.org' }],
            bcc: [{ name: '', address: 'hidden@example.org' }],
            replyTo: [{ name: '', address: 'answers@example.com' }],
            subject: 'Grüße aus Köln',
            date: { epochMs: Date.UTC(2024, 0, 10, 7, 0, 0), offsetMinutes: 120 },
            messageId: 'one@example.com',
            references: ['zero@example.com', 'half@example.com'],
            inReplyTo: ['half@example.com'],
            listUnsubscribe: {
              https: ['https://lists.example.org/leave?t=1'],
              mailto: ['mailto:leave@lists.example.org'],
              isOneClick: true,
            },
          },
        );
      });

      it('tell the header as a whole', async () => {
        const { headers } = await get(1, 'headers');

        const named = (name: string) => headers?.fields.filter((field) => field.name === name);
        assert.equal(headers?.isTruncated, false);
        assert.deepEqual(named('Subject'), [{ name: 'Subject', value: 'Grüße aus Köln' }]);
        assert.deepEqual(named('References'), [
          { name: 'References', value: '<zero@example.com> <half@example.com>' },
        ]);
      });

      it('tell flags and keywords', async () => {
        assert.deepEqual(await get(2, 'seen', 'answered', 'flagged', 'draft', 'keywords'), {
          uid: 2,
          seen: true,
          answered: true,
          flagged: true,
          draft: true,
          keywords: ['$Forwarded'],
        });
      });

      it('fall back to From for replyTo and to the arrival for a date that cannot be read', async () => {
        assert.deepEqual(await get(4, 'replyTo', 'date'), {
          uid: 4,
          replyTo: [{ name: 'Ann', address: 'ann@example.com' }],
          date: { epochMs: Date.UTC(2024, 1, 20, 12, 0, 0), offsetMinutes: 0 },
        });
      });

      it('tell size and arrival', async () => {
        const octets = contractMail[4]?.raw.length ?? 0;

        const item = await get(5, 'size', 'internalDate');

        assert.equal(item.size, backend.toldSize?.(octets) ?? octets);
        assert.equal(item.internalDate?.epochMs, Date.UTC(2024, 2, 1, 0, 0, 0));
      });

      it('tell whether a file is attached; images shown in the text do not count', async () => {
        const page = await list({ attributes: new Set(['hasAttachments']) });

        const withFiles = page.items
          .filter(({ hasAttachments }) => hasAttachments)
          .map(({ uid }) => Number(uid));
        assert.deepEqual(
          withFiles.sort((a, b) => a - b),
          [6, 8],
        );
      });

      it('of a message that does not exist are not made up', async () => {
        await assert.rejects(get(4711, 'subject'), code('message-unknown'));
      });
    });

    describe('previews', () => {
      it('are plain text on one line', async () => {
        assert.equal(
          (await get(3, 'previewText')).previewText,
          'First line second line & third <not markup>',
        );
      });

      it('of HTML have neither markup nor styles', async () => {
        assert.equal((await get(7, 'previewText')).previewText, 'Hello & welcome to the show');
      });

      it('of a message without text are empty', async () => {
        assert.equal((await get(8, 'previewText')).previewText, '');
      });

      it('are cut at the length asked for', async () => {
        const selection = {
          attributes: new Set<MessageItemAttribute>(['previewText']),
          preview: { maxCharacters: 10, sources: ['plain', 'html'] as const },
        };

        const item = await backend.store.getMessage({ ...message(3), selection }, signal);

        assert.equal(item.previewText, 'First line');
      });

      it('longer than what servers make come from the text', async () => {
        const selection = {
          attributes: new Set<MessageItemAttribute>(['previewText']),
          preview: { maxCharacters: 300, sources: ['plain'] as const },
        };

        const item = await backend.store.getMessage({ ...message(9), selection }, signal);

        assert.equal(item.previewText, 'word '.repeat(60).trim());
      });

      it('are given for every row of a list', async () => {
        const page = await list({ attributes: new Set(['previewText']) });

        assert.ok(page.items.every(({ previewText }) => typeof previewText === 'string'));
      });
    });

    describe('bodies', () => {
      it('have both texts of an alternative', async () => {
        assert.deepEqual(await body(5), {
          uid: 5,
          textPlain: 'plain Größe',
          textHtml: '<p>html Größe</p>',
          truncated: [],
        });
      });

      it('are decoded from their charset and transfer encoding', async () => {
        assert.equal((await body(10)).textPlain.trimEnd(), 'Fünf Äpfel');
      });

      it('are found where a server may not see the parts', async () => {
        const blind = `${backend.prefix}Blind`;
        const raw = Buffer.from(
          "Subject: blind\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary*=us-ascii''xyz\r\n\r\n--xyz\r\n\r\nfound\r\n--xyz--\r\n",
        );
        await backend.put(blind, [{ raw }]);

        const { textPlain } = await backend.store.getMessageBody(message(1, blind), signal);

        assert.equal(textPlain.trim(), 'found');
      });

      it('of a message that does not exist are unknown', async () => {
        await assert.rejects(body(4711), code('message-unknown'));
      });
    });

    describe('attachments', () => {
      it('are listed with name, type and part', async () => {
        const files = await attachments(6);

        assert.deepEqual(
          files.map(({ part, fileName, mediaType, isInline }) => ({ part, fileName, mediaType, isInline })),
          [
            { part: '2', fileName: 'Übersicht 2024.txt', mediaType: 'text/plain', isInline: false },
            { part: '3', fileName: 'blob.bin', mediaType: 'application/octet-stream', isInline: false },
          ],
        );
      });

      it('give back the octets that were put in', async () => {
        const expected = Buffer.alloc(900_000, 'posthorn 0123456789 ');

        const received = await content(6, '3');

        assert.equal(digest(received), digest(expected));
      });

      it('of a message that was deleted after they were listed are not listed any more', async () => {
        const mailbox = mailboxName(`${backend.prefix}Deleted soon`);
        const attached = [{ filename: 'a.txt', contentType: 'text/plain', content: 'a' }];
        await backend.put(mailbox, [{ raw: buildMessage({ attachments: attached }) }]);
        const uid = asUid(1);
        const listed = await backend.store.listAttachments(
          { account: backend.account, mailbox, uid },
          signal,
        );
        assert.deepEqual(
          listed.map(({ fileName }) => fileName),
          ['a.txt'],
        );

        await backend.expunge(mailbox, 1);
        await backend.store.countMessages({ account: backend.account, mailbox }, signal);

        await assert.rejects(
          backend.store.listAttachments({ account: backend.account, mailbox, uid }, signal),
          code('message-unknown'),
        );
      });

      it('include images that the HTML shows', async () => {
        const [image] = await attachments(7);

        assert.deepEqual([image?.contentId, image?.isInline, image?.mediaType], ['logo', true, 'image/png']);
      });

      it('that do not exist are unknown', async () => {
        await assert.rejects(content(6, '9'), code('attachment-unknown'));
      });
    });

    describe('the source of a message', () => {
      it('is all its octets, with their number', async () => {
        const { octets, uidValidity } = await backend.store.readMessage(message(6), signal);

        const source = await backend.store.openMessage(message(6), signal);

        const { stream, ...described } = source;
        assert.deepEqual(described, { uid: 6, uidValidity, octets: octets.length });
        assert.ok(octets.equals(await buffer(stream)), 'The octets differ.');
      });

      it('of a message that does not exist is unknown', async () => {
        await assert.rejects(backend.store.openMessage(message(99), signal), code('message-unknown'));
      });
    });

    describe('a message that is named with its uidValidity', () => {
      const readings: Record<string, (named: MessageRef) => Promise<unknown>> = {
        getMessage: (named) => backend.store.getMessage({ ...named, selection: select('subject') }, signal),
        getMessageBody: (named) => backend.store.getMessageBody(named, signal),
        listAttachments: (named) => backend.store.listAttachments(named, signal),
        openAttachment: async (named) => {
          const { stream } = await backend.store.openAttachment({ ...named, part: '2' }, signal);
          stream.destroy();
        },
        openMessage: async (named) => (await backend.store.openMessage(named, signal)).stream.destroy(),
        readMessage: (named) => backend.store.readMessage(named, signal),
        findThread: (named) => backend.store.findThread(named, signal),
      };

      for (const [method, read] of Object.entries(readings)) {
        it(`is read as long as the mailbox has it, and is gone afterwards: ${method}`, async () => {
          const { uidValidity } = await backend.store.countMessages(at(folder), signal);

          await read({ ...message(6), uidValidity });
          await assert.rejects(read({ ...message(6), uidValidity: uidValidity + 1 }), code('message-gone'));
        });
      }
    });

    it('reads a message that came after its mailbox was opened', async () => {
      const late = `${backend.prefix}Late`;
      const read = (uid: number) =>
        backend.store.getMessage(
          {
            ...message(uid, late),
            selection: select('subject'),
          },
          signal,
        );
      await backend.put(late, [{ raw: buildMessage({ subject: 'first' }) }]);
      await read(1);
      await backend.put(late, [
        { raw: buildMessage({ subject: 'second' }) },
        { raw: buildMessage({ subject: 'third', text: 'late' }) },
      ]);

      const second = await read(2);
      const third = await backend.store.getMessageBody(message(3, late), signal);

      assert.deepEqual([second.subject, third.textPlain.trim()], ['second', 'late']);
    });

    it('reads a message as it is now when that is asked for, whatever the session has seen before', async () => {
      const shared = `${backend.prefix}Shared`;
      const selection = { attributes: new Set(['flagged'] as const) };
      const read = () =>
        backend.store.getMessage(
          {
            ...message(1, shared),
            selection: { ...selection, isCurrent: true },
          },
          signal,
        );
      await backend.put(shared, [{ raw: buildMessage() }, { raw: buildMessage() }]);

      const first = await read();
      await backend.addFlags(shared, 1, ['\\Flagged']);
      const second = await read();
      await backend.expunge(shared, 1);

      assert.deepEqual([first.flagged, second.flagged], [false, true]);
      await assert.rejects(read(), code('message-unknown'));
    });

    it('reads a message that was listed and opened before as it is now', async () => {
      const opened = `${backend.prefix}Opened`;
      const selection = { ...select('subject', 'flagged', 'hasAttachments'), isCurrent: true };
      const read = (uid: number) => backend.store.getMessage({ ...message(uid, opened), selection }, signal);
      await backend.put(opened, [
        { raw: buildMessage({ subject: 'one' }) },
        { raw: buildMessage({ subject: 'two' }) },
      ]);
      await read(1);
      await backend.store.listMessages({ ...at(opened), query: { ...EVERY_MESSAGE, ...selection } }, signal);

      const first = await read(1);
      await backend.addFlags(opened, 1, ['\\Flagged']);
      const second = await read(1);
      await backend.expunge(opened, 1);

      assert.deepEqual([first.flagged, second.flagged], [false, true]);
      assert.deepEqual([first.subject, first.hasAttachments], ['one', false]);
      await assert.rejects(read(1), code('message-unknown'));
      await assert.rejects(read(1), code('message-unknown'));
    });

    it('changes nothing by reading', async () => {
      const before = await backend.flags(folder);

      await list({ attributes: new Set(['previewText', 'subject', 'seen', 'hasAttachments']) });
      await body(3);
      await content(6, '2');

      assert.deepEqual(await backend.flags(folder), before);
    });

    it('keeps \\Recent for the client that will open the mailbox', async () => {
      const arrivals = `${backend.prefix}Arrivals`;
      await backend.put(arrivals, [{ raw: buildMessage() }]);
      const recent = async () => {
        const page = await backend.store.listMessages(
          {
            ...at(arrivals),
            query: {
              window: null,
              maxRows: 10,
              order: [DATE_DESCENDING],
              criterion: { kind: 'recent' },
              attributes: new Set(['recent']),
            },
          },
          signal,
        );
        return page.items;
      };

      assert.deepEqual(await recent(), [{ uid: 1, recent: true }]);
      assert.deepEqual(await recent(), [{ uid: 1, recent: true }]);
    });
  });
}

function digest(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('hex');
}
