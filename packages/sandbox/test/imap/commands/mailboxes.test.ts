/** CREATE, DELETE, RENAME, SUBSCRIBE and UNSUBSCRIBE over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { BELOW_INBOX_LAYOUT } from '../../../src/mailbox/layout.ts';
import { mail } from '../../support/mail-samples.ts';
import { openSandbox, openSession } from '../../support/open-sandbox.ts';

async function openTree(t: TestContext, names: readonly string[]) {
  const mailboxes = names.map((name) => ({ name }));
  const sandbox = await openSandbox(t, { users: [{ name: 'ann', password: 'secret', mailboxes }] });
  const client = await openSession(t, sandbox);
  const ann = sandbox.user('ann');
  return { client, ann, names: () => ann.mailboxes().map(({ name }) => name) };
}

describe('CREATE', () => {
  it('adds a mailbox, with a name in modified UTF-7', async (t) => {
    const { client, names } = await openTree(t, []);
    assert.equal((await client.run('CREATE "Entw&APw-rfe"')).answer, 'OK Create completed');
    assert.deepEqual(names(), ['INBOX', 'Entwürfe']);
  });

  it('gives a special use when asked to', async (t) => {
    const { client, ann } = await openTree(t, []);
    await client.run('CREATE Out (USE (\\Sent))');
    assert.deepEqual(
      ann.mailboxes().map(({ name, specialUse }) => [name, specialUse]),
      [
        ['INBOX', undefined],
        ['Out', '\\Sent'],
      ],
    );
  });

  it('ignores a delimiter at the end', async (t) => {
    const { client, names } = await openTree(t, []);
    await client.run('CREATE Parent/');
    assert.deepEqual(names(), ['INBOX', 'Parent']);
  });

  it('refuses a name that exists, INBOX in any case too', async (t) => {
    const { client } = await openTree(t, []);
    assert.equal((await client.run('CREATE inbox')).answer, 'NO [ALREADYEXISTS] Mailbox already exists');
  });

  it('refuses an empty level', async (t) => {
    const { client } = await openTree(t, []);
    assert.equal((await client.run('CREATE a//b')).answer, 'NO [CANNOT] Invalid mailbox name: a//b');
  });

  it('refuses a name outside the namespace', async (t) => {
    const client = await openSession(t, await openSandbox(t, { layout: BELOW_INBOX_LAYOUT }));
    assert.equal((await client.run('CREATE Foo')).answer, 'NO [CANNOT] Invalid mailbox name: Foo');
  });

  it('does not subscribe', async (t) => {
    const { client, ann } = await openTree(t, []);
    await client.run('CREATE New');
    assert.equal(ann.mailboxes().at(-1)?.isSubscribed, false);
  });
});

describe('DELETE', () => {
  it('leaves the mailboxes below', async (t) => {
    const { client, names } = await openTree(t, ['a', 'a/b']);
    assert.equal((await client.run('DELETE a')).answer, 'OK Delete completed');
    assert.deepEqual(names(), ['INBOX', 'a/b']);
  });

  it('refuses INBOX', async (t) => {
    const { client } = await openTree(t, []);
    assert.equal((await client.run('DELETE INBOX')).answer, 'NO [CANNOT] INBOX cannot be deleted');
  });

  it('takes the messages from sessions that have the mailbox selected', async (t) => {
    const { client, ann } = await openTree(t, ['a']);
    ann.deliver(mail(), { mailbox: 'a' });
    await client.run('SELECT a');
    ann.deleteMailbox('a');
    assert.deepEqual((await client.run('NOOP')).untagged, ['* 1 EXPUNGE', '* 0 RECENT']);
  });

  it('gives a mailbox that is made again another UIDVALIDITY', async (t) => {
    const { client, ann } = await openTree(t, ['a']);
    const before = ann.mailboxes().at(-1)?.uidValidity ?? 0;
    await client.run('DELETE a');
    await client.run('CREATE a');
    assert.ok((ann.mailboxes().at(-1)?.uidValidity ?? 0) > before);
  });
});

describe('RENAME', () => {
  it('takes the mailboxes below along', async (t) => {
    const { client, names } = await openTree(t, ['a', 'a/b', 'a/b/c', 'ab']);
    assert.equal((await client.run('RENAME a z/y')).answer, 'OK Rename completed');
    assert.deepEqual(names(), ['INBOX', 'ab', 'z/y', 'z/y/b', 'z/y/b/c']);
  });

  it('works on a name that only carries children', async (t) => {
    const { client, names } = await openTree(t, ['a/b']);
    await client.run('RENAME a z');
    assert.deepEqual(names(), ['INBOX', 'z/b']);
  });

  it('keeps messages, uids and UIDVALIDITY', async (t) => {
    const { client, ann } = await openTree(t, ['a']);
    ann.deliver(mail(), { mailbox: 'a' });
    const state = () =>
      ann.mailboxes().map(({ uidValidity, uidNext, messageCount }) => [uidValidity, uidNext, messageCount]);
    const before = state();
    await client.run('RENAME a z');
    assert.deepEqual(state(), before);
  });

  it('of INBOX moves its messages and keeps INBOX', async (t) => {
    const { client, ann } = await openTree(t, []);
    ann.deliver(mail(), { flags: ['\\Seen'] });
    await client.run('RENAME INBOX Old');
    assert.deepEqual(
      ann.mailboxes().map(({ name, messageCount }) => [name, messageCount]),
      [
        ['INBOX', 0],
        ['Old', 1],
      ],
    );
  });

  it('refuses a target that exists or lies below the source', async (t) => {
    const { client } = await openTree(t, ['a', 'b']);
    assert.equal((await client.run('RENAME a b')).answer, 'NO [ALREADYEXISTS] Mailbox already exists');
    assert.equal((await client.run('RENAME a a/b')).answer, 'NO [CANNOT] A mailbox cannot go into itself');
    assert.equal((await client.run('RENAME x y')).answer, 'NO [NONEXISTENT] Mailbox does not exist: x');
  });
});

describe('SUBSCRIBE and UNSUBSCRIBE', () => {
  it('change the subscription', async (t) => {
    const { client, ann } = await openTree(t, ['a']);
    await client.run('UNSUBSCRIBE a');
    assert.equal(ann.mailboxes().at(-1)?.isSubscribed, false);
    await client.run('SUBSCRIBE a');
    assert.equal(ann.mailboxes().at(-1)?.isSubscribed, true);
  });

  it('refuse a mailbox that does not exist', async (t) => {
    const { client } = await openTree(t, []);
    assert.equal(
      (await client.run('SUBSCRIBE __proto__')).answer,
      'NO [NONEXISTENT] Mailbox does not exist: __proto__',
    );
  });
});
