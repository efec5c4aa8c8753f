/** MOVE at Gmail, which ended connections in the middle of it: no message is lost, none is there twice. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type CommandPoint, startSandbox } from 'posthorn-sandbox';
import type { MessageRef } from '../../src/domain/messages/message-ref.ts';
import { asUid } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { createTestMailAccess, mailboxName, testAccount } from './store-under-test.ts';
import { signal, subjectOf } from './workbench.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const TARGET = 'Target';

/** Alice's mail at Gmail: one message in INBOX, and MOVE that ends its connection there. */
async function startGmail(t: TestContext, at: CommandPoint) {
  const sandbox = await startSandbox({ users: [USER], profile: 'gmail' });
  const access = createTestMailAccess();
  t.after(async () => {
    await access.store.close();
    await sandbox.close();
  });
  const alice = sandbox.user(USER.name);
  alice.createMailbox(TARGET);
  alice.deliver(buildMessage({ subject: 'the message', messageId: '<the@x>' }));
  sandbox.faults.add({ kind: 'drop', at, command: 'MOVE', nth: 1 });
  const message: MessageRef = {
    account: testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, USER),
    ...{ mailbox: mailboxName('INBOX'), uid: asUid(1) },
  };
  const all = alice.mailboxes().find(({ specialUse }) => specialUse === '\\All')?.name ?? '';
  const countIn = (mailbox: string): number =>
    alice.messages(mailbox).filter(({ raw }) => subjectOf(raw) === 'the message').length;
  return {
    /** What becomes of a move to the target. */
    move: () =>
      access.writer.moveMessage({ ...message, target: mailboxName(TARGET) }, signal).then(
        () => 'moved',
        (error: { readonly code: string }) => error.code,
      ),
    /** How often the message is in INBOX, in the target, and in the mailbox of all mail. */
    places: () => [countIn('INBOX'), countIn(TARGET), countIn(all)],
  };
}

describe('MOVE at Gmail', () => {
  it('whose connection ends before it is done has moved nothing, and can be repeated', async (t) => {
    const { move, places } = await startGmail(t, 'command-received');

    assert.deepEqual([await move(), places()], ['server-unavailable', [1, 0, 1]]);
    assert.deepEqual([await move(), places()], ['moved', [0, 1, 1]]);
  });

  it('whose connection ends before its answer has moved once, and is not done again', async (t) => {
    const { move, places } = await startGmail(t, 'before-answer');

    assert.deepEqual([await move(), places()], ['server-unavailable', [0, 1, 1]]);
    assert.deepEqual([await move(), places()], ['message-unknown', [0, 1, 1]]);
  });

  it('whose connection ends behind its answer has moved once, and is not done again', async (t) => {
    const { move, places } = await startGmail(t, 'after-answer');

    assert.deepEqual([await move(), places()], ['moved', [0, 1, 1]]);
    assert.notEqual(await move(), 'moved');
    assert.deepEqual(places(), [0, 1, 1]);
  });
});
