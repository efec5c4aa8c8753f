/** Messages whose parts a mail server misreads because their header fields break the rules, over Dovecot. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MailStore } from '../../src/application/ports/mail/mail-store.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import type { MessageItemAttribute } from '../../src/domain/messages/message-item.ts';
import { asUid } from '../support/domain-values.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const { signal } = new AbortController();
const INBOX = mailboxName('INBOX');
const HEAD = 'From: a@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\n';

/** A text and a part with these fields. */
function withPart(fields: string): string {
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhi\r\n--b\r\n${fields}\r\n\r\nabc\r\n--b--\r\n`;
}

const MESSAGES = [
  withPart(
    'Content-Type: application/pdf; name=my file.pdf\r\nContent-Disposition: attachment; filename=my file (1).pdf',
  ),
  `${HEAD}Content-Type: application/pdf; name=my file.pdf\r\n\r\nabc\r\n`,
  withPart(
    'Content-Type: text/plain\r\nContent-Disposition: inline\r\nContent-Disposition: attachment; filename=t.txt',
  ),
  `${HEAD}Content-Type: text\r\n\r\nold text\r\n`,
  `${HEAD}Content-Type: text; charset=iso-8859-2\r\n\r\n\xb1 text\r\n`,
  withPart('Content-Type: text/plain>\r\nContent-Disposition: attachment; filename=a.txt'),
  withPart('Content-Type: application/pdf; name="\xd0\x9a\xd0\xb0\xd1\x80\xd1\x82\xd0.pdf"'),
];

describe('A part that the mail server misreads', () => {
  let dovecot: Dovecot;
  let store: MailStore;
  let account: MailAccount;
  before(async () => {
    dovecot = await startDovecot();
    const user = dovecot.user('alice@example.org');
    store = createTestMailStore();
    account = testAccount(dovecot, user);
    const messages = MESSAGES.map((text) => ({ raw: Buffer.from(text, 'latin1') }));
    await fillMailbox({ server: dovecot, user, mailbox: 'INBOX', messages });
  });
  after(async () => {
    await store.close();
    await dovecot.stop();
  });

  const messageOf = (uid: number) => ({ account, mailbox: INBOX, uid: asUid(uid) });
  const filesOf = async (uid: number) =>
    (await store.listAttachments(messageOf(uid), signal)).map(
      ({ fileName, mediaType }) => `${fileName} ${mediaType}`,
    );
  const itemOf = (uid: number) => {
    const attributes: ReadonlySet<MessageItemAttribute> = new Set(['hasAttachments', 'previewText']);
    return store.getMessage({ ...messageOf(uid), selection: { attributes } }, signal);
  };

  it('keeps a file name without quotes as a whole', async () => {
    assert.deepEqual(await filesOf(1), ['my file (1).pdf application/pdf']);
    assert.deepEqual(await filesOf(2), ['my file.pdf application/pdf']);
  });

  it('follows the first of two Content-Dispositions', async () => {
    const { textPlain } = await store.getMessageBody(messageOf(3), signal);

    assert.deepEqual([textPlain, await filesOf(3)], ['hi\nabc', []]);
  });

  it('is plain text where it is text without a subtype', async () => {
    const { textPlain } = await store.getMessageBody(messageOf(4), signal);

    assert.equal(textPlain, 'old text\n');
    assert.deepEqual(await itemOf(4), { uid: 4, hasAttachments: false, previewText: 'old text' });
  });

  it('is plain text in its charset where that follows', async () => {
    const { textPlain } = await store.getMessageBody(messageOf(5), signal);

    assert.equal(textPlain, '\u0105 text\n');
    assert.deepEqual(await itemOf(5), { uid: 5, hasAttachments: false, previewText: '\u0105 text' });
  });

  it('keeps a file name of UTF-8 in which one character is cut', async () => {
    assert.deepEqual(await filesOf(7), ['Карт\ufffd.pdf application/pdf']);
  });

  it('is a file where its type says nothing', async () => {
    assert.deepEqual(await filesOf(6), ['a.txt application/octet-stream']);
    assert.deepEqual(await itemOf(6), { uid: 6, hasAttachments: true, previewText: 'hi' });
  });
});
