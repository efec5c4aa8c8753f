/** What is kept of lists belongs to one login, and goes with its last session. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import { MessageCache } from '../../src/adapters/imap/list/message-cache.ts';
import type { MailStore } from '../../src/application/ports/mail/mail-store.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import type { MessageItemAttribute } from '../../src/domain/messages/message-item.ts';
import { DEFAULT_PREVIEW } from '../../src/domain/messages/message-query.ts';
import { buildMessage } from '../support/message-samples.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const ALICE = { name: 'alice@example.org', password: 'secret' };
const BOB = { name: 'bob@example.org', password: 'secret' };

async function startTwo(t: TestContext) {
  const sandbox = await startSandbox({ users: [ALICE, BOB] });
  const store = createTestMailStore();
  t.after(async () => {
    await store.close();
    await sandbox.close();
  });
  const server = { host: '127.0.0.1', port: sandbox.imapPort };
  return { sandbox, store, alice: testAccount(server, ALICE), bob: testAccount(server, BOB) };
}

async function listSubjects(store: MailStore, account: MailAccount): Promise<readonly unknown[]> {
  const query = {
    ...{ window: { start: 0, limit: 10 }, maxRows: 10, criterion: null },
    order: [{ key: 'uid', isDescending: false }],
    attributes: new Set<MessageItemAttribute>(['subject', 'previewText', 'seen']),
  } as const;
  const request = { account, mailbox: mailboxName('INBOX'), query };
  const { items } = await store.listMessages(request, AbortSignal.timeout(10_000));
  return items.map(({ subject, previewText, seen }) => [subject, previewText, seen]);
}

describe('What is kept of lists', () => {
  it('is never shown to another account, though mailbox, uidValidity and uid are the same', async (t) => {
    const { sandbox, store, alice, bob } = await startTwo(t);
    sandbox.user(ALICE.name).deliver(buildMessage({ subject: 'for alice', text: 'a' }));
    sandbox.user(BOB.name).deliver(buildMessage({ subject: 'for bob', text: 'b' }), { flags: ['\\Seen'] });

    const lists = [];
    for (const account of [alice, bob, alice, bob]) lists.push(await listSubjects(store, account));

    assert.deepEqual(lists, [
      [['for alice', 'a', false]],
      [['for bob', 'b', true]],
      [['for alice', 'a', false]],
      [['for bob', 'b', true]],
    ]);
  });

  it('outlives a connection that is lost and replaced at once', async (t) => {
    const { sandbox, store, alice } = await startTwo(t);
    sandbox.user(ALICE.name).deliver(buildMessage({ subject: 'one', text: 'a' }));
    await listSubjects(store, alice);
    sandbox.faults.add({ kind: 'drop', at: 'command-received', command: 'NOOP', nth: 1 });
    sandbox.clearRecording();

    const list = await listSubjects(store, alice);

    const names = sandbox.recording.map(({ name }) => name);
    assert.deepEqual(list, [['one', 'a', false]]);
    assert.deepEqual(names.filter((name) => name === 'LOGIN' || name === 'AUTHENTICATE').length, 1);
    assert.equal(names.includes('FETCH'), false);
  });
});

describe('MessageCache', () => {
  const mailbox = { accountKey: 'a', mailbox: mailboxName('INBOX'), uidValidity: 1 };
  const preview = DEFAULT_PREVIEW;

  it('keeps what does not change, beside what it knew, and previews by their kind', () => {
    const cache = new MessageCache(10_000);

    cache.add(mailbox, { uid: 1, values: { subject: 'one', seen: true } }, preview);
    cache.add(
      mailbox,
      { uid: 1, values: { size: 5, previewText: 'short' } },
      { ...preview, maxCharacters: 5 },
    );
    cache.add(mailbox, { uid: 1, values: { previewText: 'longer' } }, preview);

    const kept = cache.get(mailbox, 1);
    assert.deepEqual(kept?.values, { subject: 'one', size: 5 });
    assert.deepEqual([...(kept?.previews.values() ?? [])], ['short', 'longer']);
  });

  it('forgets what was not used for longest when it has no room', () => {
    const cache = new MessageCache(3_000);

    for (let uid = 1; uid <= 10; uid += 1) {
      cache.add(mailbox, { uid, values: { subject: 'x'.repeat(100) } }, preview);
    }

    assert.equal(cache.get(mailbox, 1), undefined);
    assert.equal(cache.get(mailbox, 10)?.values.subject?.length, 100);
  });

  it('forgets all messages of a login, and of no other', () => {
    const cache = new MessageCache(10_000);
    const other = { ...mailbox, accountKey: 'ab' };
    cache.add(mailbox, { uid: 1, values: { size: 1 } }, preview);
    cache.add(other, { uid: 1, values: { size: 2 } }, preview);

    cache.forget('a');

    assert.equal(cache.get(mailbox, 1), undefined);
    assert.equal(cache.get(other, 1)?.values.size, 2);
  });
});
