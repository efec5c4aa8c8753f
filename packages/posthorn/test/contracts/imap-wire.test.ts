/** What the IMAP mail store sends to the server: counted and read in a recording of the conversation with Dovecot. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { passwordLogin } from '../../src/domain/logins/login.ts';
import type { MessageItemAttribute } from '../../src/domain/messages/message-item.ts';
import type { MessageWindow } from '../../src/domain/messages/message-query.ts';
import type { Uid } from '../../src/domain/values/uid.ts';
import { type ImapConnection, openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { openRecordedStore, type RecordedStore } from './recorded-store.ts';
import { createTestMailStore, mailboxName } from './store-under-test.ts';

const MESSAGES = 10_000;
const FOLDERS = 300;
const signal = new AbortController().signal;
const LIST_ATTRIBUTES: readonly MessageItemAttribute[] = ['subject', 'from', 'date', 'seen', 'previewText'];

/** Dates go up and down, and every ten messages share one. */
const dateOf = (index: number) =>
  new Date(Date.UTC(2024, 0, 1, 0, (Math.floor(index / 10) * 7919) % 100_003));

describe('The IMAP conversation', () => {
  let mail: RecordedStore;
  let backdoor: ImapConnection;
  before(async () => {
    const messages = Array.from({ length: MESSAGES }, (_, index) => ({
      raw: buildMessage({ subject: `number ${index + 1}`, date: dateOf(index + 1) }),
    }));
    mail = await openRecordedStore({ Big: messages }, { format: 'mdbox' });
    backdoor = await openImapConnection(mail.dovecot, mail.dovecot.user('alice@example.org'));
    for (let index = 1; index <= FOLDERS; index += 1) await backdoor.command(`CREATE "Folder ${index}"`);
  });
  beforeEach(() => mail.recorder.clear());
  after(async () => {
    await backdoor?.close();
    await mail?.close();
  });

  const list = (window: MessageWindow, attributes = LIST_ATTRIBUTES) =>
    mail.store.listMessages(
      {
        account: mail.account,
        mailbox: mailboxName('Big'),
        query: {
          window,
          maxRows: 1000,
          order: [{ key: 'date', isDescending: true }],
          criterion: null,
          attributes: new Set(attributes),
        },
      },
      signal,
    );
  /** A new connection introduces itself beside the first command, which does not wait for it. */
  const names = () =>
    mail.recorder
      .commands()
      .map((command) =>
        command
          .split(' ')
          .slice(0, command.startsWith('UID') ? 2 : 1)
          .join(' '),
      )
      .filter((name) => name !== 'ID');

  it('orders 10,000 messages by date, equal dates by descending uid, at the start and at the end', async () => {
    const expected = Array.from({ length: MESSAGES }, (_, index) => index + 1).sort(
      (a, b) => dateOf(b).getTime() - dateOf(a).getTime() || b - a,
    );

    const first = await list({ start: 0, limit: 50 }, ['subject']);
    const last = await list({ start: 9_950, limit: 50 }, ['subject']);

    assert.deepEqual(
      first.items.map(({ uid }) => Number(uid)),
      expected.slice(0, 50),
    );
    assert.deepEqual(
      last.items.map(({ uid }) => Number(uid)),
      expected.slice(9_950),
    );
    assert.equal(first.items[0]?.subject, `number ${expected[0]}`);
  });

  it('of a list that was shown before is one check for changes, as long as the mail server reports changed flags by itself', async () => {
    await list({ start: 0, limit: 50 });
    mail.recorder.clear();

    await list({ start: 0, limit: 50 });

    assert.deepEqual(names(), ['NOOP']);
  });

  it('of a list that was shown before takes the flags of a message that this session has changed from the answer to the change', async () => {
    const [first] = (await list({ start: 0, limit: 50 })).items;
    const message = { account: mail.account, mailbox: mailboxName('Big'), uid: first?.uid as Uid };
    await mail.writer.changeFlags({ ...message, change: { seen: true } }, signal);
    mail.recorder.clear();

    const page = await list({ start: 0, limit: 50 });

    assert.equal(page.items[0]?.seen, true);
    assert.deepEqual(names(), ['STATUS', 'NOOP']);
  });

  it('of twenty lists at the same time is two checks for changes: the first is under way when the others are asked for', async () => {
    await list({ start: 0, limit: 50 });
    mail.recorder.clear();

    const pages = await Promise.all(Array.from({ length: 20 }, () => list({ start: 0, limit: 50 })));

    assert.deepEqual(names(), ['NOOP', 'NOOP']);
    assert.equal(new Set(pages).size, 1);
  });

  it('on a new connection asks only for what has changed since the last one', async () => {
    const before = await list({ start: 0, limit: 50 });
    const [flagged, expunged] = before.items.map(({ uid }) => uid);
    await backdoor.command('SELECT Big');
    await backdoor.command(`UID STORE ${flagged} +FLAGS (\\Flagged)`);
    await backdoor.command(`UID STORE ${expunged} +FLAGS (\\Deleted)`);
    await backdoor.command(`UID EXPUNGE ${expunged}`);
    mail.recorder.cutConnections();
    mail.recorder.clear();

    const page = await list({ start: 0, limit: 49 }, ['subject', 'flagged']);

    const expected = before.items.filter(({ uid }) => uid !== expunged);
    assert.deepEqual(
      page.items.map(({ uid, subject }) => [uid, subject]),
      expected.map(({ uid, subject }) => [uid, subject]),
    );
    assert.equal(page.items[0]?.flagged, true);
    const fetches = mail.recorder.commands().filter((command) => /FETCH|SORT/.test(command));
    assert.deepEqual(
      fetches.map((command) => command.replace(/\d+\)$/, 'n)')),
      ['UID FETCH 1:4294967295 (UID FLAGS) (CHANGEDSINCE n)'],
    );
  });

  it('of one page after another is one check for changes, the rows, and the beginnings of their texts', async () => {
    await list({ start: 0, limit: 50 });
    mail.recorder.clear();

    await list({ start: 50, limit: 50 });

    assert.deepEqual(names(), ['NOOP', 'UID FETCH', 'UID FETCH']);
    assert.equal(mail.recorder.traffic().roundTrips, 3);
  });

  it('after new mail sorts only the new message among its neighbours', async () => {
    await list({ start: 0, limit: 50 });
    await backdoor.append('Big', [
      { raw: buildMessage({ subject: 'latest', date: new Date(Date.UTC(2030, 0, 1)) }) },
    ]);
    mail.recorder.clear();

    const page = await list({ start: 0, limit: 50 });

    assert.equal(page.items[0]?.subject, 'latest');
    assert.deepEqual(names(), ['NOOP', 'STATUS', 'NOOP', 'UID SEARCH', 'UID SORT', 'UID FETCH', 'UID FETCH']);
    // The whole order of 10,000 messages would take some 50,000 octets.
    assert.ok(
      mail.recorder.traffic().serverOctets < 30_000,
      `${mail.recorder.traffic().serverOctets} octets`,
    );
  });

  it('for a tree of 300 folders with counts is one command', async () => {
    const fresh = createTestMailStore();
    await fresh.verifyLogin(mail.account, signal);
    mail.recorder.clear();

    const mailboxes = await fresh.listMailboxes(mail.account, signal);
    const commands = names();
    await fresh.close();

    assert.ok(mailboxes.length > FOLDERS);
    assert.ok(mailboxes.every(({ counts, isSelectable }) => !isSelectable || counts !== undefined));
    assert.deepEqual(commands, ['LIST']);
  });

  it('of a wrong password is a login of its own, refused by the server', async () => {
    await mail.store.verifyLogin(mail.account, signal);
    mail.recorder.clear();

    await assert.rejects(
      mail.store.listMailboxes(
        { ...mail.account, login: passwordLogin(mail.account.login.user, 'not it') },
        signal,
      ),
      /refused the user name or the password/,
    );

    assert.equal(mail.recorder.traffic().connections, 1);
    assert.ok(names().includes('LOGIN'));
    assert.ok(!names().includes('LIST'));
  });

  it('does not repeat a refused login while the refusal is fresh', async () => {
    const impostor = { ...mail.account, login: passwordLogin(mail.account.login.user, 'wrong again') };
    await assert.rejects(mail.store.verifyLogin(impostor, signal));
    mail.recorder.clear();

    await assert.rejects(mail.store.verifyLogin(impostor, signal));

    assert.equal(mail.recorder.traffic().connections, 0);
  });

  it('starts again on a fresh connection when a warm one has died', async () => {
    await list({ start: 0, limit: 1 }, ['subject']);
    mail.recorder.cutConnections();

    const page = await list({ start: 0, limit: 1 }, ['subject']);

    assert.equal(page.items.length, 1);
  });

  describe('asks for one attribute with its own items only:', () => {
    const expectations: readonly (readonly [MessageItemAttribute, string])[] = [
      ['from', 'BODY.PEEK[HEADER.FIELDS (FROM)]<0.65536>'],
      ['to', 'BODY.PEEK[HEADER.FIELDS (TO)]<0.65536>'],
      ['cc', 'BODY.PEEK[HEADER.FIELDS (CC)]<0.65536>'],
      ['bcc', 'BODY.PEEK[HEADER.FIELDS (BCC)]<0.65536>'],
      ['replyTo', 'BODY.PEEK[HEADER.FIELDS (REPLY-TO FROM)]<0.65536>'],
      ['subject', 'BODY.PEEK[HEADER.FIELDS (SUBJECT)]<0.65536>'],
      ['date', 'INTERNALDATE BODY.PEEK[HEADER.FIELDS (DATE)]<0.65536>'],
      ['seen', 'FLAGS'],
      ['answered', 'FLAGS'],
      ['draft', 'FLAGS'],
      ['flagged', 'FLAGS'],
      ['recent', 'FLAGS'],
      ['keywords', 'FLAGS'],
      ['messageId', 'BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]<0.65536>'],
      ['references', 'BODY.PEEK[HEADER.FIELDS (REFERENCES)]<0.65536>'],
      ['inReplyTo', 'BODY.PEEK[HEADER.FIELDS (IN-REPLY-TO)]<0.65536>'],
      ['size', 'RFC822.SIZE'],
      ['hasAttachments', 'BODYSTRUCTURE'],
      ['internalDate', 'INTERNALDATE'],
    ];
    for (const [row, [attribute, items]] of expectations.entries()) {
      it(attribute, async () => {
        await list({ start: 0, limit: 1 }, ['size']);
        mail.recorder.clear();

        // What is known of a message is not asked for again.
        await list({ start: 1000 + row, limit: 1 }, [attribute]);

        const fetches = mail.recorder.commands().filter((command) => command.startsWith('UID FETCH'));
        assert.deepEqual(
          fetches.map((command) => command.replace(/^UID FETCH \d+ /, '')),
          [`(UID ${items})`],
        );
      });
    }
  });
});
