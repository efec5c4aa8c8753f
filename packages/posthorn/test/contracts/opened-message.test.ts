/** How often the requests of a client that reads its mail wait for the mail server, behind a proxy that delays what the server sends. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { MailStore, MessageSelection } from '../../src/application/ports/mail/mail-store.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import type { MailboxName } from '../../src/domain/mailboxes/mailbox-name.ts';
import type { MessageItemAttribute } from '../../src/domain/messages/message-item.ts';
import type { Uid } from '../../src/domain/values/uid.ts';
import { asUid, code } from '../support/domain-values.ts';
import { type ImapConnection, openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { openRecordedStore, type RecordedStore } from './recorded-store.ts';
import { mailboxName } from './store-under-test.ts';

const USER = 'alice@example.org';
const DELAY_MS = 30;
const signal = AbortSignal.timeout(120_000);
const attributes: ReadonlySet<MessageItemAttribute> = new Set([
  'subject',
  'seen',
  'flagged',
  'hasAttachments',
]);
const selection = { attributes };
const order = [{ key: 'date', isDescending: true }] as const;

interface Scene {
  readonly mail: RecordedStore;
  /** Another client's. */
  readonly other: ImapConnection;
  message(uid: number): { account: MailAccount; mailbox: MailboxName; uid: Uid };
  open(uid: number, more?: Partial<MessageSelection>): ReturnType<MailStore['getMessage']>;
  waits(): number;
  names(): readonly string[];
  close(): Promise<void>;
}

/** A session that has listed these attributes of 21 messages. */
async function openScene(listed: ReadonlySet<MessageItemAttribute>): Promise<Scene> {
  const messages = Array.from({ length: 21 }, (_, index) => ({
    raw: buildMessage({ subject: `number ${index + 1}` }),
  }));
  const mail = await openRecordedStore({ INBOX: messages }, { delayMs: DELAY_MS });
  const other = await openImapConnection(mail.dovecot, mail.dovecot.user(USER));
  await other.command('SELECT INBOX');
  const place = { account: mail.account, mailbox: mailboxName('INBOX') };
  const query = { window: null, maxRows: 50, order, criterion: null, attributes: listed };
  await mail.store.listMessages({ ...place, query }, signal);
  const message = (uid: number) => ({ ...place, uid: asUid(uid) });
  return {
    ...{ mail, other, message },
    open: (uid, more = {}) =>
      mail.store.getMessage(
        { ...message(uid), selection: { ...selection, isCurrent: true, ...more } },
        signal,
      ),
    waits: () => mail.recorder.traffic().roundTrips,
    names: () => mail.recorder.commands().map((command) => command.replace(/^(UID )?(\w+).*/, '$2')),
    async close() {
      await other.close();
      await mail.close();
    },
  };
}

describe('On a session that has listed the mailbox without its files', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene(new Set(['subject']));
  });
  beforeEach(() => scene.mail.recorder.clear());
  after(() => scene.close());

  it('a message that was never opened waits once, for the check for changes and the message', async () => {
    assert.equal((await scene.open(1)).subject, 'number 1');

    assert.deepEqual([scene.waits(), scene.names()], [1, ['NOOP', 'FETCH']]);
  });

  it('a message that was changed meanwhile is asked for again', async () => {
    await scene.other.command('UID STORE 3 +FLAGS (\\Flagged)');
    scene.mail.recorder.clear();

    assert.equal((await scene.open(3)).flagged, true);

    assert.deepEqual([scene.waits(), scene.names()], [2, ['NOOP', 'FETCH', 'FETCH']]);
  });
});

describe('On a session that has listed the mailbox', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene(attributes);
  });
  beforeEach(() => scene.mail.recorder.clear());
  after(() => scene.close());

  it('a message waits once, for the check for changes alone', async () => {
    assert.equal((await scene.open(2)).subject, 'number 2');

    assert.deepEqual([scene.waits(), scene.names()], [1, ['NOOP']]);
  });

  it('a message that was listed is opened with its text in one wait', async () => {
    const nextTexts = new Set(['textPlain'] as const);

    const { subject, body } = await scene.open(7, { nextTexts });

    assert.deepEqual([subject, body?.textPlain.trim()], ['number 7', 'Hello']);
    assert.deepEqual([scene.waits(), scene.names()], [1, ['NOOP', 'FETCH']]);
  });

  it('a message whose texts are not selected is opened without them', async () => {
    assert.equal((await scene.open(7, { nextTexts: new Set() })).body, undefined);

    assert.deepEqual([scene.waits(), scene.names()], [1, ['NOOP']]);
  });

  it('a message that went meanwhile is unknown, with its text too', async () => {
    const nextTexts = new Set(['textPlain'] as const);
    await scene.other.command('UID STORE 8 +FLAGS.SILENT (\\Deleted)');
    await scene.other.command('UID EXPUNGE 8');

    const opening = scene.open(8, { nextTexts });

    await assert.rejects(opening, code('message-unknown'));
  });

  it('a message that was changed meanwhile is shown as it is, with its text', async () => {
    const nextTexts = new Set(['textPlain'] as const);
    await scene.other.command('UID STORE 9 +FLAGS (\\Flagged)');

    const { flagged, body } = await scene.open(9, { nextTexts });

    assert.deepEqual([flagged, body?.textPlain.trim()], [true, 'Hello']);
  });

  it('a message that was changed meanwhile is shown as it is, without another question', async () => {
    await scene.other.command('UID STORE 3 +FLAGS (\\Flagged)');
    scene.mail.recorder.clear();

    assert.equal((await scene.open(3)).flagged, true);

    assert.deepEqual([scene.waits(), scene.names()], [1, ['NOOP']]);
  });

  it('a changed flag waits once, and the message is shown without another question', async () => {
    await scene.open(4);
    scene.mail.recorder.clear();

    await scene.mail.writer.changeFlags({ ...scene.message(4), change: { seen: true } }, signal);
    const shown = await scene.mail.store.getMessage(
      { ...scene.message(4), selection: { ...selection, isOwnChange: true } },
      signal,
    );

    assert.deepEqual([shown.subject, shown.seen], ['number 4', true]);
    assert.deepEqual([scene.waits(), scene.names()], [1, ['FETCH', 'STORE']]);
  });

  it('a flag that another session of the client has changed is shown as it is now', async () => {
    await scene.open(6);
    await scene.other.command('UID STORE 6 +FLAGS (\\Flagged)');

    const shown = await scene.mail.store.getMessage(
      { ...scene.message(6), selection: { ...selection, isOwnChange: true } },
      signal,
    );

    assert.equal(shown.flagged, true);
  });

  it('the folder list waits once while the mailbox stays as it is, and once more after a change', async () => {
    const total = async () => {
      const mailboxes = await scene.mail.store.listMailboxes(scene.mail.account, signal);
      return [mailboxes.find(({ name }) => name === 'INBOX')?.counts?.total, scene.waits()];
    };
    const [before, waited] = await total();
    await scene.other.command('UID STORE 5 +FLAGS.SILENT (\\Deleted)');
    await scene.other.command('UID EXPUNGE 5');
    scene.mail.recorder.clear();

    assert.deepEqual([before, waited], [20, 1]);
    assert.deepEqual(await total(), [19, 2]);
  });
});

describe('On a second session that has not seen the mailbox change', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene(attributes);
  });
  afterEach(() => scene.close());

  const file = { filename: 'plan.pdf', contentType: 'application/pdf', content: Buffer.from('Plan') };

  /** A message that the first session has listed, while that session is in use. */
  async function withNews() {
    const { mail, message } = scene;
    const first = await mail.store.openMessage(message(1), signal);
    await mail.store.getMessageBody(message(2), signal);
    first.stream.destroy();
    await scene.other.append('INBOX', [{ raw: buildMessage({ subject: 'news', attachments: [file] }) }]);
    const { account, mailbox } = message(22);
    const query = { window: null, maxRows: 50, order, criterion: null, attributes };
    await mail.store.listMessages({ account, mailbox, query }, signal);
    const busy = await mail.store.openMessage(message(1), signal);
    return { news: message(22), release: () => busy.stream.destroy() };
  }

  it('a message that another session has listed has its text', async () => {
    const { news, release } = await withNews();

    const { textPlain } = await scene.mail.store.getMessageBody(news, signal);

    release();
    assert.match(textPlain, /Hello/);
  });

  it('a message that another session has listed has its files', async () => {
    const { news, release } = await withNews();

    const { stream, attachment } = await scene.mail.store.openAttachment({ ...news, part: '2' }, signal);

    assert.deepEqual([attachment.fileName, String(await buffer(stream))], ['plan.pdf', 'Plan']);
    release();
  });
});
