import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { append } from '../../src/commands/append.ts';
import { appendMany } from '../../src/commands/append-many.ts';
import { uidExpunge } from '../../src/commands/expunge.ts';
import { fetch } from '../../src/commands/fetch.ts';
import type { FetchItem } from '../../src/commands/fetch-items.ts';
import { store } from '../../src/commands/store.ts';
import { streamSection } from '../../src/commands/stream-section.ts';
import { copy, move } from '../../src/commands/transfer.ts';
import type { CommandRunner } from '../../src/connection/command.ts';
import { ConnectionClosed } from '../../src/connection/connection-errors.ts';
import type { FetchResponse } from '../../src/responses/response.ts';
import { MessageSet } from '../../src/wire/message-set.ts';
import { SIGNAL } from '../support/dial.ts';
import { type MailDovecot, startMailDovecot } from '../support/dovecot-connection.ts';
import { fillMailbox, toMessage } from '../support/filled-mailbox.ts';

/** Larger than all buffers between Dovecot and a reader. */
const LARGE_TEXT = `${'0123456789abcdef'.repeat(4).replaceAll('f', 'F')}\n`.repeat(40_000);
const MULTIPART = toMessage(
  'parts',
  '--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: application/octet-stream\n' +
    'Content-Transfer-Encoding: base64\n\naGVsbG8AAQI=\n--b--',
  'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n',
);

let mail: MailDovecot;
before(async () => {
  mail = await startMailDovecot();
});
after(() => mail.stop());

async function fetched(
  runner: CommandRunner,
  messages: MessageSet,
  items: readonly FetchItem[],
): Promise<readonly FetchResponse[]> {
  const responses: FetchResponse[] = [];
  await fetch(
    runner,
    { messages, isUid: true, items, onMessage: (message) => responses.push(message) },
    SIGNAL,
  );
  return responses;
}

async function collect(stream: AsyncIterable<Buffer> | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('commands of messages with Dovecot', () => {
  it('APPEND tells the uid, and FETCH gives what was stored', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'append', []);
    const message = toMessage('stored');
    const internalDate = '17-Jul-1996 02:44:25 -0700';

    const appended = await append(
      connection,
      { mailbox: 'append', message, flags: ['\\Seen', '$Forwarded'], internalDate },
      SIGNAL,
    );
    const [stored] = await fetched(connection, MessageSet.range(1, 1), [
      ...(['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODYSTRUCTURE', 'MODSEQ'] as const),
      { section: '' },
      { section: 'HEADER.FIELDS', fields: ['To', 'Subject'] },
      { section: 'TEXT', octets: 3 },
    ]);

    assert.deepEqual(appended?.uids.toNumbers(1), Uint32Array.of(1));
    assert.equal(appended?.uidValidity, connection.selected?.uidValidity);
    assert.ok(stored?.flags?.includes('$Forwarded'));
    assert.equal(Date.parse(stored?.internalDate ?? ''), Date.parse(internalDate));
    assert.equal(stored?.size, message.length);
    assert.equal(stored?.envelope?.subject, 'stored');
    assert.deepEqual(stored?.sections.get(''), message);
    assert.equal(
      stored?.sections.get('HEADER.FIELDS (SUBJECT TO)')?.toString(),
      'To: bob@example.org\r\nSubject: stored\r\n\r\n',
    );
    assert.equal(stored?.sections.get('TEXT')?.toString(), 'Hel');
  });

  it('APPEND of several messages tells all uids', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'append-many', []);

    const appended = await appendMany(
      connection,
      {
        mailbox: 'append-many',
        messages: [
          { message: toMessage('one'), flags: [] },
          { message: toMessage('two', 'x'.repeat(10_000)), flags: ['\\Seen'] },
        ],
      },
      SIGNAL,
    );

    assert.deepEqual(appended?.uids.toNumbers(2), Uint32Array.of(1, 2));
    const messages = await fetched(connection, MessageSet.range(1, 9), ['FLAGS', 'ENVELOPE']);
    assert.deepEqual(
      messages.map(({ uid, flags, envelope }) => [uid, flags?.includes('\\Seen'), envelope?.subject]),
      [
        [1, false, 'one'],
        [2, true, 'two'],
      ],
    );
  });

  it('STORE changes flags, and leaves a message that was changed since', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'store', ['one', 'two']);
    const [first] = await fetched(connection, MessageSet.range(1, 1), ['MODSEQ']);
    const request = { messages: MessageSet.range(1, 2), isUid: true, isSilent: false };

    const added = await store(connection, { ...request, operation: '+', flags: ['\\Flagged'] }, SIGNAL);
    const conditional = await store(
      connection,
      { ...request, operation: '', flags: [], unchangedSince: first?.modSeq ?? 0n },
      SIGNAL,
    );

    assert.deepEqual(
      added.messages.map(({ uid, flags }) => [uid, flags?.includes('\\Flagged')]),
      [
        [1, true],
        [2, true],
      ],
    );
    assert.deepEqual(conditional.modified?.toNumbers(9), Uint32Array.of(1, 2));
  });

  it('COPY, MOVE and UID EXPUNGE tell what has become of the messages', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'target', []);
    await fillMailbox(connection, 'source', ['one', 'two', 'three']);
    const to = { isUid: true, mailbox: 'target' };

    const [copied] = await copy(connection, { ...to, messages: MessageSet.range(1, 1) }, SIGNAL);
    const [moved] = await move(connection, { ...to, messages: MessageSet.range(2, 2) }, SIGNAL);
    assert.deepEqual(copied?.targets.toNumbers(1), Uint32Array.of(1));
    assert.deepEqual(moved?.sources.toNumbers(1), Uint32Array.of(2));
    assert.equal(connection.selected?.exists, 2);

    const flags = ['\\Deleted'];
    const both = MessageSet.range(1, 3);
    await store(connection, { messages: both, isUid: true, operation: '+', flags, isSilent: true }, SIGNAL);
    await uidExpunge(connection, MessageSet.range(3, 3), SIGNAL);

    assert.equal(connection.selected?.exists, 1);
    assert.deepEqual(
      (await fetched(connection, both, [])).map(({ uid }) => uid),
      [1],
    );
  });

  it('copies nothing where there is nothing to copy', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'empty', []);

    assert.deepEqual(
      await copy(connection, { isUid: true, mailbox: 'INBOX', messages: MessageSet.range(7, 9) }, SIGNAL),
      [],
    );
  });
});

describe('streamSection from Dovecot', () => {
  it('gives a section that is larger than all buffers, to a slow reader', async (t) => {
    const connection = await mail.signIn(t);
    const message = toMessage('large', LARGE_TEXT);
    await fillMailbox(connection, 'large', [message]);
    const stream = await streamSection(connection, { uid: 1, section: '' }, SIGNAL);
    const chunks: Buffer[] = [];

    for await (const chunk of stream ?? []) {
      chunks.push(chunk);
      if (chunks.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    }

    assert.equal(stream?.octets, message.length);
    assert.ok(Buffer.concat(chunks).equals(message));
    assert.deepEqual((await fetched(connection, MessageSet.range(1, 1), ['FLAGS']))[0]?.flags, ['\\Recent']);
  });

  it('gives a range', async (t) => {
    const connection = await mail.signIn(t);
    const message = toMessage('range', LARGE_TEXT);
    await fillMailbox(connection, 'range', [message]);
    const read = async (start: number, octets?: number) =>
      collect(
        await streamSection(
          connection,
          { uid: 1, section: '', start, ...(octets === undefined ? {} : { octets }) },
          SIGNAL,
        ),
      );

    assert.ok((await read(100_000, 300_000)).equals(message.subarray(100_000, 400_000)));
    assert.ok((await read(message.length - 10)).equals(message.subarray(-10)));
    assert.equal((await read(message.length + 10, 5)).length, 0);
  });

  it('gives the decoded octets of a part', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'decoded', [MULTIPART]);

    const stream = await streamSection(connection, { uid: 1, section: '2', isBinary: true }, SIGNAL);

    assert.equal((await collect(stream)).toString('latin1'), 'hello\0\u0001\u0002');
  });

  it('tells what is not there', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'gone', ['one']);

    assert.equal(await streamSection(connection, { uid: 2, section: '' }, SIGNAL), null);
    // Dovecot does not tell a part that is not there from an empty one.
    assert.equal((await streamSection(connection, { uid: 1, section: '7' }, SIGNAL))?.octets, 0);
  });

  it('keeps the connection when little was left to read', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'left', [toMessage('left', LARGE_TEXT.slice(0, 200_000))]);
    const stream = await streamSection(connection, { uid: 1, section: '' }, SIGNAL);

    for await (const chunk of stream ?? []) {
      assert.ok(chunk.length > 0);
      break;
    }

    assert.equal((await fetched(connection, MessageSet.range(1, 1), ['FLAGS'])).length, 1);
  });

  it('closes the connection when much was left to read', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'much', [toMessage('much', LARGE_TEXT.repeat(3))]);
    const stream = await streamSection(connection, { uid: 1, section: '' }, SIGNAL);

    stream?.cancel();

    await assert.rejects(fetched(connection, MessageSet.range(1, 1), ['FLAGS']), ConnectionClosed);
    assert.equal(connection.isOpen, false);
  });

  it('ends with the signal of its caller', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'aborted', [toMessage('aborted', LARGE_TEXT)]);
    const caller = new AbortController();
    const stream = await streamSection(connection, { uid: 1, section: '' }, caller.signal);
    const reason = new Error('the caller has gone');

    const reading = collect(stream);
    caller.abort(reason);

    await assert.rejects(reading, (error) => error === reason);
  });
});
