import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { append } from '../../src/commands/append.ts';
import { capability } from '../../src/commands/capability.ts';
import { close } from '../../src/commands/close.ts';
import { enable } from '../../src/commands/enable.ts';
import { id } from '../../src/commands/id.ts';
import { idle } from '../../src/commands/idle.ts';
import { namespace } from '../../src/commands/namespace.ts';
import { noop } from '../../src/commands/noop.ts';
import { notify, notifyNone } from '../../src/commands/notify.ts';
import { select } from '../../src/commands/select.ts';
import { status } from '../../src/commands/status.ts';
import { store } from '../../src/commands/store.ts';
import { unselect } from '../../src/commands/unselect.ts';
import type { UntaggedResponse } from '../../src/responses/response.ts';
import { encodeMailboxName } from '../../src/wire/mailbox-name.ts';
import { MessageSet } from '../../src/wire/message-set.ts';
import { SIGNAL } from '../support/dial.ts';
import { type MailDovecot, startMailDovecot } from '../support/dovecot-connection.ts';
import { fillMailbox, toMessage } from '../support/filled-mailbox.ts';

let mail: MailDovecot;
before(async () => {
  mail = await startMailDovecot({ settings: 'mailbox_list_index = yes\n' });
});
after(() => mail.stop());

describe('commands of a session with Dovecot', () => {
  it('CAPABILITY gives the capabilities', async (t) => {
    const connection = await mail.signIn(t);

    const capabilities = await capability(connection, SIGNAL);

    assert.deepEqual(new Set(capabilities), connection.capabilities);
  });

  it('ENABLE switches extensions on', async (t) => {
    const connection = await mail.signIn(t);

    assert.deepEqual(await enable(connection, ['QRESYNC', 'UTF8=ACCEPT'], SIGNAL), ['QRESYNC']);
    assert.ok(connection.enabled.has('QRESYNC'));
  });

  it('ID tells who the server is', async (t) => {
    const connection = await mail.signIn(t);

    const fields = await id(connection, { name: 'Posthorn "tests"', version: null }, SIGNAL);

    assert.equal(fields?.get('name'), 'Dovecot');
  });

  it('NAMESPACE tells where the mailboxes begin', async (t) => {
    const connection = await mail.signIn(t);

    const spaces = await namespace(connection, SIGNAL);

    assert.deepEqual(spaces?.personal, [{ prefix: '', delimiter: '/' }]);
  });

  it('UNSELECT keeps what is marked as deleted, CLOSE removes it', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'leave', ['one', 'two']);
    await store(
      connection,
      { messages: MessageSet.range(1, 1), isUid: true, operation: '+', flags: ['\\Deleted'], isSilent: true },
      SIGNAL,
    );

    await unselect(connection, SIGNAL);
    assert.equal(connection.selected, null);
    assert.equal((await status(connection, { mailbox: 'leave', items: ['MESSAGES'] }, SIGNAL))?.messages, 2);
    await select(connection, { mailbox: 'leave', isReadOnly: false }, SIGNAL);
    await close(connection, SIGNAL);

    assert.equal(connection.selected, null);
    assert.equal((await status(connection, { mailbox: 'leave', items: ['MESSAGES'] }, SIGNAL))?.messages, 1);
  });

  it('NOOP lets the server tell of a new message', async (t) => {
    const news: UntaggedResponse[] = [];
    const [connection, other] = [
      await mail.signIn(t, { onUnclaimed: (response) => news.push(response) }),
      await mail.signIn(t),
    ];
    await fillMailbox(connection, 'noop', ['one']);

    await append(other, { mailbox: 'noop', message: toMessage('two'), flags: [] }, SIGNAL);
    await noop(connection, SIGNAL);

    assert.equal(connection.selected?.exists, 2);
    assert.ok(news.some((response) => response.kind === 'exists' && response.number === 2));
  });

  it('IDLE tells of a new message at once, and goes on after its end', async (t) => {
    const [connection, other] = [await mail.signIn(t), await mail.signIn(t)];
    await fillMailbox(connection, 'idle', ['one']);
    const end = new AbortController();
    const kinds = new Set<string>();

    const idling = idle(
      connection,
      {
        until: end.signal,
        onNews(response) {
          kinds.add(response.kind);
          if (response.kind === 'exists' && response.number === 2) end.abort();
        },
      },
      SIGNAL,
    );
    await append(other, { mailbox: 'idle', message: toMessage('two'), flags: [] }, SIGNAL);
    await idling;

    assert.ok(kinds.has('exists'));
    assert.equal(connection.selected?.exists, 2);
    await noop(connection, SIGNAL);
  });

  it('IDLE ends after its time, and at once when it is aborted', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'idle-time', []);

    await idle(connection, { maxMs: 20, onNews: () => undefined }, SIGNAL);
    const reason = new Error('enough');
    await assert.rejects(
      idle(connection, { onNews: () => undefined }, abortSoon(reason)),
      (error) => error === reason,
    );

    await noop(connection, SIGNAL);
    assert.equal(connection.isOpen, true);
  });

  it('NOTIFY tells of a new message in another mailbox', async (t) => {
    let tell: (response: UntaggedResponse) => void = () => undefined;
    const told = new Promise<UntaggedResponse>((resolve) => {
      tell = resolve;
    });
    const [connection, other] = [
      await mail.signIn(t, {
        onUnclaimed(response) {
          if (response.kind === 'mailbox-status' && response.messages === 1) tell(response);
        },
      }),
      await mail.signIn(t),
    ];
    const mailbox = encodeMailboxName('notified/ä & b');
    await fillMailbox(other, mailbox, []);

    const statuses = await notify(
      connection,
      {
        asksStatus: true,
        groups: [
          { mailboxes: 'selected', events: ['MessageNew', 'MessageExpunge'] },
          { mailboxes: { subtree: ['notified'] }, events: ['MessageNew', 'MessageExpunge'] },
        ],
      },
      SIGNAL,
    );
    await append(other, { mailbox, message: toMessage('two'), flags: [] }, SIGNAL);
    const response = await told;
    await notifyNone(connection, SIGNAL);

    assert.deepEqual(
      statuses.map((counts) => [counts.mailbox.text, counts.messages]),
      [['notified/ä & b', 0]],
    );
    assert.ok(response.kind === 'mailbox-status' && response.mailbox.text === 'notified/ä & b');
  });
});

function abortSoon(reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 30);
  return controller.signal;
}
