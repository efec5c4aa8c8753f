import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageItems } from '../../../src/application/messages/message-items.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { InMemoryMailStore, mailbox, mailboxName, message, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const SIGNAL = new AbortController().signal;
const account = accountOf(passwordLogin(JANE, 'secret'));

/** INBOX 1 and 3 and Sent 2 are a conversation; Archive 9 is a copy of INBOX 1, without a date of its own order. */
function createStore() {
  const copied = message({
    uid: 9,
    values: { messageId: '1@example.com', date: { epochMs: 0, offsetMinutes: 0 } },
  });
  const store = new InMemoryMailStore([
    { mailbox: mailbox('Archive'), messages: [copied] },
    { mailbox: mailbox('INBOX'), messages: [message({ uid: 1 }), message({ uid: 3 })] },
    { mailbox: mailbox('Sent'), messages: [message({ uid: 2 })] },
    {
      mailbox: mailbox('Notes'),
      messages: [1, 2].map((id) => message({ uid: id, values: { messageId: null } })),
    },
  ]);
  const places = [
    ['Archive', 9],
    ['INBOX', 3],
    ['INBOX', 1],
    ['Sent', 2],
  ] as const;
  const messages = places.map(([name, id]) => ({ account, mailbox: mailboxName(name), uid: uid(id) }));
  store.findThread = async () => ({ messages, unsearched: [mailboxName('Far')] });
  return store;
}

function thread(mailStore: InMemoryMailStore, name: string, id: number) {
  const selection = { attributes: new Set(['subject'] as const) };
  return createMessageItems({ mailStore }).thread(
    { account, mailbox: mailboxName(name), uid: uid(id), selection },
    SIGNAL,
  );
}

const namesOf = ({ messages }: Awaited<ReturnType<typeof thread>>) =>
  messages.map(({ mailbox: name, item }) => `${name} ${item.uid}`);

describe('MessageItems.thread', () => {
  it('gives the conversation, oldest first, each message once', async () => {
    assert.deepEqual(namesOf(await thread(createStore(), 'INBOX', 1)), ['INBOX 1', 'Sent 2', 'INBOX 3']);
  });

  it('prefers the copy that was asked for', async () => {
    assert.deepEqual(namesOf(await thread(createStore(), 'Archive', 9)), ['Archive 9', 'Sent 2', 'INBOX 3']);
  });

  it('prefers copies in the folder of the message that was asked for', async () => {
    assert.deepEqual(namesOf(await thread(createStore(), 'INBOX', 3)), ['INBOX 1', 'Sent 2', 'INBOX 3']);
  });

  it('takes no two messages without a Message-ID for one', async () => {
    const store = createStore();
    const messages = [1, 2].map((id) => ({ account, mailbox: mailboxName('Notes'), uid: uid(id) }));
    store.findThread = async () => ({ messages, unsearched: [] });

    assert.deepEqual(namesOf(await thread(store, 'Notes', 1)), ['Notes 1', 'Notes 2']);
  });

  it('names the folders that may have more of it', async () => {
    assert.deepEqual((await thread(createStore(), 'INBOX', 1)).unsearched, ['Far']);
  });

  it('reads one list for each folder', async () => {
    const store = createStore();

    await thread(store, 'INBOX', 1);

    assert.deepEqual(
      store.calls.filter((call) => call === 'listMessages'),
      ['listMessages', 'listMessages', 'listMessages'],
    );
  });
});
