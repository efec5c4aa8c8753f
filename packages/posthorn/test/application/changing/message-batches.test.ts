import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BatchChange, createMessageBatches } from '../../../src/application/changing/message-batches.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../src/domain/messages/message-identity.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { deferred } from '../../support/deferred.ts';
import { asUid, code } from '../../support/domain-values.ts';
import { createTestState } from '../../support/memory-state.ts';
import { DraftsInMemory } from '../drafts-in-memory.ts';

const SIGNAL = new AbortController().signal;
const FLAGGED: BatchChange = { kind: 'flags', change: { flagged: true } };
const INBOX = {
  account: accountOf(passwordLogin(JANE, 'secret')),
  mailbox: 'INBOX' as MailboxName,
};

/** An inbox with three messages, whose uidValidity is 7. */
function setUp() {
  const mail = new DraftsInMemory();
  for (const text of ['one', 'two', 'three']) mail.put('INBOX', text, []);
  const { messageLocks } = createTestState();
  const batches = createMessageBatches({
    mailStore: mail.store,
    mailBatchWriter: mail.batchWriter,
    messageLocks,
  });
  const change = (batchChange: BatchChange, ...messages: readonly MessageIdentity[]) =>
    batches.change({ ...INBOX, selection: { kind: 'named', messages }, change: batchChange }, SIGNAL);
  return { mail, messageLocks, change };
}

function message(uid: number, uidValidity = 7): MessageIdentity {
  return { uid: asUid(uid), uidValidity };
}

describe('MessageBatches.change of named messages', () => {
  it('tells of each message once, in the order in which they were named', async () => {
    const { mail, change } = setUp();

    const { results } = await change(FLAGGED, message(3), message(9), message(3), message(1));

    assert.deepEqual(results, [
      { message: message(3), outcome: 'changed' },
      { message: message(9), outcome: 'unknown' },
      { message: message(1), outcome: 'changed' },
    ]);
    assert.deepEqual(mail.show('INBOX'), ['1 one flagged', '2 two', '3 three flagged']);
  });

  it('leaves alone what was meant by the ids of an older mailbox of that name', async () => {
    const { mail, change } = setUp();

    const { results } = await change(FLAGGED, message(1, 6), message(2));

    assert.deepEqual(results, [
      { message: message(1, 6), outcome: 'unknown' },
      { message: message(2), outcome: 'changed' },
    ]);
    assert.deepEqual(mail.show('INBOX'), ['1 one', '2 two flagged', '3 three']);
  });

  it('moves no message into the folder where it is', async () => {
    const { mail, change } = setUp();

    await assert.rejects(change({ kind: 'move', target: INBOX.mailbox }, message(1)), code('conflict'));

    assert.deepEqual(mail.calls, []);
  });

  it('waits for whoever changes one of the messages, and does nothing before', async () => {
    const { mail, messageLocks, change } = setUp();
    const gate = deferred<void>();
    const single = messageLocks.run([{ ...INBOX, uid: asUid(2) }], () => gate.promise, SIGNAL);
    const batch = change(FLAGGED, message(3), message(2), message(1));

    await change(FLAGGED, message(9));
    const shownBefore = mail.show('INBOX');
    gate.resolve();
    await Promise.all([single, batch]);

    assert.deepEqual(shownBefore, ['1 one', '2 two', '3 three']);
    assert.deepEqual(mail.show('INBOX'), ['1 one flagged', '2 two flagged', '3 three flagged']);
  });
});
