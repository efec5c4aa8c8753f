/** What a session is told of changes that others make, at the end of commands and during IDLE. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { mail } from '../../support/mail-samples.ts';
import { openMailbox, openSandbox, openSession } from '../../support/open-sandbox.ts';

async function openTwo(t: TestContext) {
  const sandbox = await openSandbox(t);
  const ann = sandbox.user('ann');
  ann.deliver(mail());
  ann.deliver(mail());
  return { sandbox, ann, client: await openMailbox(t, sandbox) };
}

describe('A session', () => {
  it('is told of arrivals, flags and removals at the end of a command', async (t) => {
    const { ann, client } = await openTwo(t);
    ann.deliver(mail());
    ann.setFlags('INBOX', 2, ['\\Seen']);
    ann.expunge('INBOX', 1);
    assert.deepEqual((await client.run('NOOP')).untagged, [
      '* 1 EXPUNGE',
      '* 2 EXISTS',
      '* 1 FETCH (FLAGS (\\Seen \\Recent))',
    ]);
  });

  it('keeps its message numbers during FETCH, STORE and SEARCH', async (t) => {
    const { ann, client } = await openTwo(t);
    ann.expunge('INBOX', 1);
    const during = [
      await client.run('FETCH 2 UID'),
      await client.run('STORE 2 FLAGS.SILENT ()'),
      await client.run('SEARCH ALL'),
    ];
    assert.deepEqual(
      during.map(({ untagged }) => untagged),
      [['* 2 FETCH (UID 2)'], [], ['* SEARCH 2']],
    );
    assert.deepEqual((await client.run('CHECK')).untagged, ['* 1 EXPUNGE', '* 1 RECENT']);
  });

  it('is told of arrivals also then', async (t) => {
    const { ann, client } = await openTwo(t);
    ann.deliver(mail());
    assert.deepEqual((await client.run('SEARCH 1')).untagged, ['* SEARCH 1', '* 3 EXISTS', '* 3 RECENT']);
  });

  it('is told of removals after a command by uid', async (t) => {
    const { ann, client } = await openTwo(t);
    ann.expunge('INBOX', 1);
    assert.deepEqual((await client.run('UID SEARCH ALL')).untagged, [
      '* SEARCH 2',
      '* 1 EXPUNGE',
      '* 1 RECENT',
    ]);
  });

  it('is told uids and mod-sequences where they belong', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run('ENABLE CONDSTORE');
    ann.setFlags('INBOX', 2, ['\\Seen']);
    assert.deepEqual((await client.run('UID SEARCH 1')).untagged, [
      '* SEARCH 1',
      '* 2 FETCH (UID 2 MODSEQ (4) FLAGS (\\Seen \\Recent))',
    ]);
  });

  it('is not told twice, nor of its own changes', async (t) => {
    const { client } = await openTwo(t);
    await client.run('STORE 1 +FLAGS.SILENT (\\Seen)');
    assert.deepEqual((await client.run('NOOP')).untagged, []);
  });

  it('sees what another session does', async (t) => {
    const { sandbox, client } = await openTwo(t);
    const other = await openMailbox(t, sandbox);
    await other.run('STORE 1 +FLAGS (\\Deleted)');
    await other.run('EXPUNGE');
    await other.run('APPEND INBOX (\\Draft) {2+}\r\n\r\n');
    assert.deepEqual((await client.run('NOOP')).untagged, ['* 1 EXPUNGE', '* 2 EXISTS', '* 1 RECENT']);
  });

  it('shares \\Recent with no other session', async (t) => {
    const { sandbox, ann, client } = await openTwo(t);
    const other = await openMailbox(t, sandbox);
    ann.deliver(mail());
    assert.deepEqual((await client.run('NOOP')).untagged, ['* 3 EXISTS', '* 3 RECENT']);
    assert.deepEqual((await other.run('NOOP')).untagged, ['* 3 EXISTS']);
  });
});

describe('IDLE', () => {
  it('tells news at once and ends with DONE', async (t) => {
    const { ann, client } = await openTwo(t);
    client.send('a IDLE\r\n');
    assert.equal(await client.read(), '+ idling');
    ann.deliver(mail());
    assert.deepEqual([await client.read(), await client.read()], ['* 3 EXISTS', '* 3 RECENT']);
    ann.expunge('INBOX', 3);
    assert.deepEqual([await client.read(), await client.read()], ['* 3 EXPUNGE', '* 2 RECENT']);
    ann.setFlags('INBOX', 1, ['\\Seen']);
    assert.equal(await client.read(), '* 1 FETCH (FLAGS (\\Seen \\Recent))');
    client.send('DONE\r\n');
    assert.deepEqual(await client.readReply(), { untagged: [], answer: 'OK Idle completed' });
  });

  it('starts with what happened before it', async (t) => {
    const { ann, client } = await openTwo(t);
    ann.deliver(mail());
    client.send('a IDLE\r\n');
    assert.deepEqual([await client.read(), await client.read()], ['+ idling', '* 3 EXISTS']);
  });

  it('rejects anything but DONE', async (t) => {
    const { client } = await openTwo(t);
    client.send('a IDLE\r\n');
    await client.read();
    client.send('a NOOP\r\n');
    assert.equal((await client.readReply()).answer, 'BAD Expected DONE');
  });

  it('is allowed without a mailbox', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    client.send('a IDLE\r\n');
    assert.equal(await client.read(), '+ idling');
    client.send('DONE\r\n');
    assert.equal((await client.readReply()).answer, 'OK Idle completed');
  });

  it('is unknown when the capability is off', async (t) => {
    const client = await openSession(t, await openSandbox(t, { capabilities: { without: ['IDLE'] } }));
    assert.equal((await client.run('IDLE')).answer, 'BAD Unknown command IDLE');
  });
});
