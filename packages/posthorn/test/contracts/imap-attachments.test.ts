/** Attachments over Dovecot: in one command, as fast as their reader takes them, beside other requests. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { attachmentSize } from '../../src/domain/messages/attachment-size.ts';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { countOctetsRead } from '../support/octets-read.ts';
import { openRecordedStore, type RecordedStore } from './recorded-store.ts';
import { mailboxName } from './store-under-test.ts';
import { sha256Of } from './stream-digest.ts';

const signal = new AbortController().signal;
const LARGE = randomBytes(20_000_000);
/** What Posthorn itself reads ahead of the reader of a download. */
const MAX_READ_AHEAD_OCTETS = 2_000_000;
const INBOX = mailboxName('INBOX');

const LINES = 'ab\r\n'.repeat(10);
/** [what its encoding is, message with one attachment, its content] */
const SMALL: readonly (readonly [string, Buffer, string])[] = [
  ['base64', withFile('base64', 'SGVs\r\nbG8=\r\n'), 'Hello'],
  ['quoted-printable', withFile('quoted-printable', 'H=C3=A9llo=\r\n!'), 'H\xc3\xa9llo!'],
  ['none', withFile('7bit', LINES), LINES],
  ['base64 without its padding', withFile('base64', 'SGVsbG8\r\n'), 'Hello'],
  ['base64 with octets between the digits', withFile('base64', 'SG!Vs\r\n bG 8='), 'Hello'],
  ['base64 with text after its padding', withFile('base64', 'SGVsbG8=\r\n_____\r\nThe list\r\n'), 'Hello'],
  ['uuencode', withFile('x-uuencode', 'begin 644 a\r\n%2&5L;&\\\r\n`\r\nend\r\n'), 'Hello'],
  ['a name that nobody knows', withFile('rot13', 'Uryyb'), 'Uryyb'],
];

describe('The download of an attachment', () => {
  let mail: RecordedStore;
  let reading: ReturnType<typeof countOctetsRead>;
  before(async () => {
    const large = buildMessage({ attachments: [{ content: LARGE }] });
    mail = await openRecordedStore({
      INBOX: [large, ...SMALL.map(([, raw]) => raw)].map((raw) => ({ raw })),
    });
    reading = countOctetsRead(mail.recorder.port);
  });
  beforeEach(() => {
    mail.recorder.clear();
    reading.clear();
  });
  after(() => {
    reading?.stop();
    return mail?.close();
  });

  const messageOf = (uid: number) => ({ account: mail.account, mailbox: INBOX, uid: asUid(uid) });
  const open = async (uid: number, abort = signal) =>
    (await mail.store.openAttachment({ ...messageOf(uid), part: '2' }, abort)).stream;
  const fetches = () => mail.recorder.commands().filter((command) => command.startsWith('UID FETCH'));

  for (const [index, [encoding, , content]] of SMALL.entries()) {
    it(`gives the content whose encoding is ${encoding}`, async () => {
      assert.equal((await buffer(await open(index + 2))).toString('latin1'), content);
    });
  }

  it('has the size that the server reports, where it can decode the file', async () => {
    const sizes = async (uid: number) => {
      const list = await mail.store.listAttachments({ ...messageOf(uid), isMeasured: true }, signal);
      return list.map((attachment) => attachmentSize(attachment));
    };

    assert.deepEqual(await sizes(1), [{ octets: LARGE.length, isEstimate: false }]);
    for (const [index, [encoding, , content]] of SMALL.entries()) {
      const [size] = await sizes(index + 2);
      assert.ok(size?.isEstimate || size?.octets === content.length, encoding);
    }
    assert.deepEqual(await sizes(2), [{ octets: 5, isEstimate: false }]);
    mail.recorder.clear();
    await sizes(1);
    assert.deepEqual(fetches(), ['UID FETCH 1 (UID)']);
  });

  it('is one command', async () => {
    await mail.store.listAttachments(messageOf(1), signal);
    mail.recorder.clear();

    const digest = await sha256Of(await open(1));

    assert.equal(digest, createHash('sha256').update(LARGE).digest('hex'));
    assert.deepEqual(fetches(), ['UID FETCH 1 (UID BODY.PEEK[2])']);
  });

  it('waits for a reader that stands still, and leaves other requests alone', async () => {
    const stream = await open(1);
    const other = await mail.store.listAttachments(messageOf(2), signal);
    await delay(200);
    const readAhead = reading.count();

    assert.equal(other.length, 1);
    assert.ok(readAhead < MAX_READ_AHEAD_OCTETS, `${readAhead} octets`);
    assert.equal(await sha256Of(stream), createHash('sha256').update(LARGE).digest('hex'));
  });

  it('leaves a session to other requests, however many files are downloaded', async () => {
    const [first, second] = await Promise.all([open(1), open(1)]);
    const third = open(1);
    const others = await mail.store.listAttachments(messageOf(2), signal);
    first.destroy();
    second.destroy();

    assert.equal(others.length, 1);
    (await third).destroy();
  });

  it('that is given up early ends its connection, and the next one is whole', async () => {
    const stream = await open(1);
    stream.destroy();
    await once(stream, 'close');

    assert.equal((await buffer(await open(2))).toString(), 'Hello');
    assert.ok(reading.count() < MAX_READ_AHEAD_OCTETS, `${reading.count()} octets`);
  });

  it('that is aborted fails, and the next one is whole', async () => {
    const abort = new AbortController();
    const stream = await open(1, abort.signal);
    abort.abort(new Error('The client is gone.'));

    await assert.rejects(buffer(stream), /The client is gone/);
    assert.equal((await buffer(await open(2))).toString(), 'Hello');
  });

  it('fails where the connection is lost, and never ends as if it were whole', async () => {
    const stream = await open(1);
    mail.recorder.cutConnections();

    await assert.rejects(buffer(stream), code('server-unavailable'));
  });

  it('begins again on a fresh connection where a warm one has died', async () => {
    await mail.store.listAttachments(messageOf(2), signal);
    mail.recorder.cutConnections();

    assert.equal((await buffer(await open(2))).toString(), 'Hello');
  });

  it('of a message that is gone is refused before anything is sent', async () => {
    await assert.rejects(open(99), code('message-unknown'));
  });
});

function withFile(encoding: string, content: string): Buffer {
  const lines = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...['--b', 'Content-Type: text/plain', '', 'Text'],
    ...['--b', 'Content-Type: application/octet-stream', `Content-Transfer-Encoding: ${encoding}`],
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}\r\n--b--\r\n`, 'latin1');
}
