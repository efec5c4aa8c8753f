/** The source of messages over Dovecot: unchanged, in one command, as fast as its reader takes it. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { countOctetsRead } from '../support/octets-read.ts';
import { openRecordedStore, type RecordedStore } from './recorded-store.ts';
import { mailboxName } from './store-under-test.ts';
import { sha256Of } from './stream-digest.ts';

const LARGE = buildMessage({ attachments: [{ content: randomBytes(15_000_000) }] });
/** Charsets without a name, a line of 5,000 octets, a header field that is none, parts that never end. */
const BROKEN = Buffer.from(
  [
    'Subject: gr\xfc\xdfe \xe2\x82\xac',
    'Content-Type: multipart/mixed; boundary=b',
    'no field at all',
    '',
    '--b',
    `Content-Transfer-Encoding: base64\r\n\r\n${'x'.repeat(5_000)}`,
    '\x01\x7f\xff',
    '',
  ].join('\r\n'),
  'latin1',
);
/** What Posthorn itself reads ahead of the reader of a download. */
const MAX_READ_AHEAD_OCTETS = 2_000_000;

describe('The source of a message', () => {
  let mail: RecordedStore;
  let reading: ReturnType<typeof countOctetsRead>;
  before(async () => {
    mail = await openRecordedStore({ INBOX: [LARGE, BROKEN].map((raw) => ({ raw })) });
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

  const messageOf = (uid: number) => ({
    account: mail.account,
    mailbox: mailboxName('INBOX'),
    uid: asUid(uid),
  });
  const open = (uid: number) => mail.store.openMessage(messageOf(uid), new AbortController().signal);

  it('is what was stored, octet by octet, however broken', async () => {
    const { octets, stream } = await open(2);

    assert.equal((await buffer(stream)).toString('latin1'), BROKEN.toString('latin1'));
    assert.equal(octets, BROKEN.length);
  });

  it('is one command', async () => {
    const { stream } = await open(1);

    assert.equal(await sha256Of(stream), createHash('sha256').update(LARGE).digest('hex'));
    const fetches = mail.recorder.commands().filter((command) => command.startsWith('UID FETCH'));
    assert.deepEqual(fetches, ['UID FETCH 1 (UID BODY.PEEK[])']);
  });

  it('waits for a reader that stands still, and leaves other requests alone', async () => {
    const { stream } = await open(1);
    const other = await mail.store.listAttachments(messageOf(2), new AbortController().signal);
    await delay(200);
    const readAhead = reading.count();

    assert.ok(Array.isArray(other), 'The other request was not answered.');
    assert.ok(readAhead < MAX_READ_AHEAD_OCTETS, `${readAhead} octets`);
    assert.equal(await sha256Of(stream), createHash('sha256').update(LARGE).digest('hex'));
  });

  it('leaves a session to other requests, however many are read', async () => {
    const [first, second] = await Promise.all([open(1), open(1)]);
    const third = open(1);
    const others = await mail.store.listAttachments(messageOf(2), new AbortController().signal);
    first.stream.destroy();
    second.stream.destroy();

    assert.ok(Array.isArray(others), 'The other request was not answered.');
    (await third).stream.destroy();
  });

  it('fails where the connection is lost, and never ends as if it were whole', async () => {
    const { stream } = await open(1);
    mail.recorder.cutConnections();

    await assert.rejects(buffer(stream), code('server-unavailable'));
  });
});
