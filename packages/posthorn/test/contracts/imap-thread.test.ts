/** Which commands find a conversation, by what the server offers. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Capability, startSandbox } from 'posthorn-sandbox';
import type { Uid } from '../../src/domain/values/uid.ts';
import { startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { startImapRecorder } from '../support/imap-recorder.ts';
import { buildMessage } from '../support/message-samples.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const ROOT = buildMessage({ messageId: '<root@x>' });
const ANSWER = buildMessage({ messageId: '<a@x>', headers: [['References', '<root@x>']] });
const FIRST = 1 as Uid;
const signal = new AbortController().signal;

describe('A conversation is found', () => {
  const searchesWith = async (...capabilities: Capability[]) => {
    const sandbox = await startSandbox({ users: [USER], capabilities: { with: capabilities } });
    sandbox.user(USER.name).deliver(ROOT);
    sandbox.user(USER.name).deliver(ANSWER, { mailbox: 'Archive' });
    const store = createTestMailStore();
    const account = testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, USER);

    const { messages: thread } = await store.findThread(
      { account, mailbox: mailboxName('INBOX'), uid: FIRST },
      signal,
    );

    const searches = sandbox.recording.filter(({ name }) => name === 'UID SEARCH').map(({ line }) => line);
    await store.close();
    await sandbox.close();
    assert.equal(thread.length, 2);
    return searches;
  };

  it('by the id that a server with OBJECTID gives it', async () => {
    const searches = await searchesWith('OBJECTID');

    assert.ok(searches.length > 0 && searches.every((line) => / THREADID T\d+$/.test(line)), searches.join());
  });

  it('by the id that Gmail gives it', async () => {
    const searches = await searchesWith('X-GM-EXT-1');

    assert.ok(
      searches.length > 0 && searches.every((line) => / X-GM-THRID \d+$/.test(line)),
      searches.join(),
    );
  });

  it('by Message-IDs where a server keeps no conversations', async () => {
    const searches = await searchesWith();

    assert.ok(searches.length > 0 && searches.every((line) => /<(root|a)@x>/.test(line)), searches.join());
  });

  it('by THREAD in the mailbox of a server that offers it', async () => {
    const dovecot = await startDovecot();
    const recorder = await startImapRecorder(dovecot);
    await fillMailbox({
      server: dovecot,
      user: USER,
      mailbox: 'INBOX',
      messages: [{ raw: ROOT }, { raw: ANSWER }],
    });
    const store = createTestMailStore();

    const { messages: thread } = await store.findThread(
      { account: testAccount(recorder, USER), mailbox: mailboxName('INBOX'), uid: FIRST },
      signal,
    );

    const commands = recorder.commands();
    await store.close();
    recorder.close();
    await dovecot.stop();
    assert.deepEqual(
      thread.map(({ uid }) => Number(uid)),
      [1, 2],
    );
    assert.ok(commands.includes('UID THREAD REFERENCES UTF-8 ALL'));
  });
});

describe('A conversation that is too large to be found whole', () => {
  /** What is said of the conversation of the last message of INBOX. */
  const unsearchedIn = async (t: TestContext, mailboxes: Readonly<Record<string, readonly Buffer[]>>) => {
    const sandbox = await startSandbox({ users: [USER] });
    t.after(() => sandbox.close());
    const user = sandbox.user(USER.name);
    for (const [mailbox, messages] of Object.entries(mailboxes)) {
      if (mailbox !== 'INBOX') user.createMailbox(mailbox);
      for (const message of messages) user.deliver(message, { mailbox });
    }
    const store = createTestMailStore();
    t.after(() => store.close());
    const account = testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, USER);
    const last = (mailboxes.INBOX?.length ?? 0) as Uid;
    const found = await store.findThread({ account, mailbox: mailboxName('INBOX'), uid: last }, signal);
    return { count: found.messages.length, unsearched: found.unsearched };
  };
  /** Answers of which each names only the one before. */
  const chain = (length: number) =>
    Array.from({ length }, (_, index) =>
      buildMessage({ messageId: `<${index}@x>`, headers: [['In-Reply-To', `<${index - 1}@x>`]] }),
    );

  it('names no folder as long as it is found to its end', async (t) => {
    assert.deepEqual(await unsearchedIn(t, { INBOX: chain(4) }), { count: 4, unsearched: [] });
  });

  it('names the folders where references go on', async (t) => {
    const { count, unsearched } = await unsearchedIn(t, { INBOX: chain(20) });

    assert.ok(count < 20, `${count} messages`);
    assert.ok(unsearched.includes(mailboxName('INBOX')), unsearched.join());
  });

  it('names the folders that are not looked into', async (t) => {
    const folders = Object.fromEntries(Array.from({ length: 205 }, (_, index) => [`F${index}`, [ROOT]]));
    const { unsearched } = await unsearchedIn(t, { INBOX: [ROOT], ...folders });

    assert.ok(unsearched.length > 0 && unsearched.length < 100, `${unsearched.length} folders`);
  });
});
