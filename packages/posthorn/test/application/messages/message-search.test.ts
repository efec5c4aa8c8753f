import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageItems } from '../../../src/application/messages/message-items.ts';
import type { MessageSearchRequest } from '../../../src/application/messages/message-search.ts';
import type { MailAccount } from '../../../src/domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../../src/domain/accounts/mailbox-ref.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MessageQuery } from '../../../src/domain/messages/message-query.ts';
import { InMemoryMailStore, mailbox, mailboxName, message } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT: MailAccount = { ...accountOf(passwordLogin(JANE, 'secret')), roots: [] };
const REQUEST: MessageSearchRequest = {
  account: ACCOUNT,
  criterion: null,
  window: { start: 0, limit: 10 },
  selection: { attributes: new Set(['subject']) },
  timeBudgetMs: 10_000,
};

/** Messages with even uids are in INBOX, those with odd ones in Work; the dates ascend with the uids. */
function createStore() {
  const messages = [1, 2, 3, 4, 5, 6].map((uid) => message({ uid }));
  return new InMemoryMailStore([
    { mailbox: mailbox('INBOX'), messages: messages.filter(({ uid }) => uid % 2 === 0) },
    { mailbox: mailbox('Work'), messages: messages.filter(({ uid }) => uid % 2 === 1) },
  ]);
}

/** Lets lists of one mailbox end in another way. */
function withLists(
  store: InMemoryMailStore,
  name: string,
  list: (query: MessageQuery, signal: AbortSignal) => ReturnType<InMemoryMailStore['listMessages']>,
): InMemoryMailStore {
  const original = store.listMessages.bind(store);
  store.listMessages = (
    request: MailboxRef & { readonly query: MessageQuery },
    signal: AbortSignal = SIGNAL,
  ) => (request.mailbox === name ? list(request.query, signal) : original(request));
  return store;
}

function search(mailStore: InMemoryMailStore, request: Partial<MessageSearchRequest> = {}) {
  return createMessageItems({ mailStore }).search({ ...REQUEST, ...request }, SIGNAL);
}

describe('MessageItems.search', () => {
  it('merges the folders, newest first', async () => {
    const { messages, matching, unsearched } = await search(createStore());

    assert.deepEqual(
      messages.map(({ mailbox: name, item }) => [name, item.uid, item.subject]),
      [
        ['INBOX', 6, 'Message 6'],
        ['Work', 5, 'Message 5'],
        ['INBOX', 4, 'Message 4'],
        ['Work', 3, 'Message 3'],
        ['INBOX', 2, 'Message 2'],
        ['Work', 1, 'Message 1'],
      ],
    );
    assert.deepEqual([matching, unsearched], [6, []]);
  });

  it('gives a window of them', async () => {
    const { messages, matching } = await search(createStore(), { window: { start: 2, limit: 2 } });

    assert.deepEqual(
      messages.map(({ item }) => item.uid),
      [4, 3],
    );
    assert.equal(matching, 6);
  });

  it('reads dates of each folder, and the selected attributes of the rows in the window only', async () => {
    const store = createStore();
    const asked: [string, readonly string[], number][] = [];
    const original = store.listMessages.bind(store);
    store.listMessages = (request) => {
      const { mailbox: name, query } = request;
      const rows = query.criterion?.kind === 'uids' ? query.criterion.uids.length : Number.NaN;
      asked.push([name, [...query.attributes], rows]);
      return original(request);
    };

    await search(store, { window: { start: 0, limit: 1 } });

    assert.deepEqual(asked, [
      ['INBOX', ['date'], Number.NaN],
      ['Work', ['date'], Number.NaN],
      ['INBOX', ['subject'], 1],
    ]);
  });

  it('leaves out folders that do not answer in time, and says so', async () => {
    const never = withLists(
      createStore(),
      'Work',
      (_query, signal) =>
        new Promise((_resolve, reject) => {
          // The timer of the budget does not keep the process alive.
          const alive = setTimeout(() => undefined, 60_000);
          signal.addEventListener('abort', () => {
            clearTimeout(alive);
            reject(signal.reason);
          });
        }),
    );

    const { messages, matching, unsearched } = await search(never, { timeBudgetMs: 20 });

    assert.deepEqual(
      messages.map(({ mailbox: name }) => name),
      ['INBOX', 'INBOX', 'INBOX'],
    );
    assert.deepEqual([matching, unsearched], [3, ['Work']]);
  });

  it('finds nothing in a folder that was deleted meanwhile', async () => {
    const deleted = withLists(createStore(), 'Work', () =>
      Promise.reject(new MailError('mailbox-unknown', { detail: 'Gone.' })),
    );

    const { matching, unsearched } = await search(deleted);

    assert.deepEqual([matching, unsearched], [3, []]);
  });

  it('fails for a folder that the client has named and that does not exist', async () => {
    const folders = [mailboxName('INBOX'), mailboxName('Nowhere')];

    await assert.rejects(search(createStore(), { folders }), { code: 'mailbox-unknown' });
  });

  it('searches the other folders when one cannot be read, and names it', async () => {
    const failing = withLists(createStore(), 'Work', () =>
      Promise.reject(new MailError('access-denied', { detail: 'No rights.' })),
    );

    const { matching, unsearched } = await search(failing);

    assert.deepEqual([matching, unsearched], [3, ['Work']]);
  });

  it('fails when no folder can be read', async () => {
    const failing = withLists(createStore(), 'Work', () =>
      Promise.reject(new MailError('access-denied', { detail: 'No rights.' })),
    );

    await assert.rejects(search(failing, { folders: [mailboxName('Work')] }), { code: 'access-denied' });
  });

  it('fails when a folder fails otherwise', async () => {
    const failing = withLists(createStore(), 'Work', () =>
      Promise.reject(new MailError('capability-missing', { detail: 'No such search.' })),
    );

    await assert.rejects(search(failing), { code: 'capability-missing' });
  });

  it('leaves out a message that vanished before it was read', async () => {
    const store = createStore();
    const original = store.listMessages.bind(store);
    store.listMessages = async (request) => {
      const page = await original(request);
      return request.query.criterion === null
        ? page
        : { ...page, items: page.items.filter(({ uid }) => uid !== 6) };
    };

    const { messages } = await search(store, { window: { start: 0, limit: 2 } });

    assert.deepEqual(
      messages.map(({ item }) => item.uid),
      [5],
    );
  });
});
