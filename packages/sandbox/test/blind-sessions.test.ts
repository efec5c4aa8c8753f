/** Sessions that answer everything and know no news. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { LineClient } from './support/line-client.ts';
import { mail } from './support/mail-samples.ts';
import { openMailbox, openSandbox, openSession } from './support/open-sandbox.ts';
import { orNothing } from './support/patience.ts';

/** Two messages, a session that has the mailbox open, the fault, then three changes by somebody else. */
async function open(t: TestContext) {
  const sandbox = await openSandbox(t);
  const ann = sandbox.user('ann');
  ann.deliver(mail({ Subject: 'first' }));
  ann.deliver(mail({ Subject: 'second' }));
  const client = await openMailbox(t, sandbox);
  const seeAgain = sandbox.faults.add({ kind: 'blind', user: 'ann' });
  ann.deliver(mail({ Subject: 'third' }));
  ann.setFlags('INBOX', 1, ['\\Seen']);
  ann.expunge('INBOX', 2);
  return { sandbox, ann, client, seeAgain };
}

const STALE_STATUS = '* STATUS INBOX (MESSAGES 2 UIDNEXT 3 UNSEEN 2 HIGHESTMODSEQ 3)';

async function status(client: LineClient): Promise<string | undefined> {
  const { untagged } = await client.run('STATUS INBOX (MESSAGES UIDNEXT UNSEEN HIGHESTMODSEQ)');
  return untagged[0];
}

describe('A blind session', () => {
  it('answers NOOP without news', async (t) => {
    const { client } = await open(t);
    assert.deepEqual(await client.run('NOOP'), { untagged: [], answer: 'OK Nothing to do' });
    assert.deepEqual((await client.run('UID SEARCH RETURN (ALL) ALL')).untagged, [
      '* ESEARCH (TAG "a") UID ALL 1',
    ]);
  });

  it('tells stale counts, also when it opens the mailbox again', async (t) => {
    const { client } = await open(t);
    assert.equal(await status(client), STALE_STATUS);
    const { untagged } = await client.run('EXAMINE INBOX');
    assert.ok(untagged.includes('* 2 EXISTS'));
    assert.ok(untagged.includes('* OK [UIDNEXT 3] Predicted next UID'));
    assert.deepEqual((await client.run('UID FETCH 1:* FLAGS')).untagged, [
      '* 1 FETCH (UID 1 FLAGS ())',
      '* 2 FETCH (UID 2 FLAGS ())',
    ]);
  });

  it('is as blind on a connection that was opened later', async (t) => {
    const { sandbox } = await open(t);
    const client = await openSession(t, sandbox);
    assert.equal(await status(client), STALE_STATUS);
    const { untagged } = await client.run('LIST "" INBOX RETURN (STATUS (MESSAGES))');
    assert.ok(untagged.includes('* STATUS INBOX (MESSAGES 2)'));
  });

  it('may be the one that was open alone', async (t) => {
    const sandbox = await openSandbox(t);
    const ann = sandbox.user('ann');
    const client = await openSession(t, sandbox);
    sandbox.faults.add({ kind: 'blind', sessions: 'open' });
    ann.deliver(mail({ Subject: 'first' }));
    const later = await openSession(t, sandbox);

    assert.match((await status(client)) ?? '', /MESSAGES 0/);
    assert.match((await status(later)) ?? '', /MESSAGES 1/);
  });

  it('tells nothing in IDLE', async (t) => {
    const { ann, client } = await open(t);
    client.send('a IDLE\r\n');
    assert.equal(await client.read(), '+ idling');
    ann.deliver('\n');
    assert.equal(await orNothing(client.read()), 'nothing');
  });

  it('tells nothing in an IDLE that began before', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openMailbox(t, sandbox);
    client.send('a IDLE\r\n');
    await client.read();
    sandbox.faults.add({ kind: 'blind' });
    sandbox.user('ann').deliver('\n');
    assert.equal(await orNothing(client.read()), 'nothing');
  });

  it('changes the mailbox itself, and tells that', async (t) => {
    const { ann, client } = await open(t);
    await client.run('SELECT INBOX');
    const { untagged } = await client.run('UID STORE 1 +FLAGS ($k)');
    assert.equal(untagged[0], '* 1 FETCH (UID 1 FLAGS ($k))');
    assert.deepEqual(ann.messages()[0]?.flags, ['$k', '\\Seen']);
    assert.deepEqual(await client.run('APPEND INBOX {2+}\r\n\r\n'), {
      untagged: ['* 3 EXISTS', '* 1 RECENT'],
      answer: 'OK [APPENDUID 1700000001 4] Append completed',
    });
    await client.run('UID STORE 1 +FLAGS.SILENT (\\Deleted)');
    assert.deepEqual((await client.run('EXPUNGE')).untagged, ['* 1 EXPUNGE']);
    assert.deepEqual(
      ann.messages().map(({ uid }) => uid),
      [3, 4],
    );
  });

  it('strikes only its user', async (t) => {
    const users = ['ann', 'bob'].map((name) => ({ name, password: 'secret' }));
    const sandbox = await openSandbox(t, { users });
    sandbox.faults.add({ kind: 'blind', user: 'bob' });
    const client = await openMailbox(t, sandbox);
    sandbox.user('ann').deliver('\n');
    assert.equal((await client.run('NOOP')).untagged[0], '* 1 EXISTS');
  });

  it('sees again once the fault is off', async (t) => {
    const { client, seeAgain } = await open(t);
    await client.run('NOOP');
    seeAgain();
    const { untagged } = await client.run('NOOP');
    assert.ok(untagged.includes('* 2 EXPUNGE'));
    assert.ok(untagged.includes('* 2 EXISTS'));
    assert.ok(untagged.some((line) => line.includes('FLAGS (\\Seen')));
  });
});

describe('A session from which a message is hidden', () => {
  it('neither learns of it nor finds it before the next SELECT, and STATUS counts it', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openMailbox(t, sandbox);
    sandbox.faults.add({ kind: 'hide', every: 2 });
    for (const subject of ['first', 'second', 'third'])
      sandbox.user('ann').deliver(mail({ Subject: subject }));
    const find = async () => (await client.run('UID SEARCH RETURN (ALL) ALL')).untagged;

    assert.ok((await client.run('NOOP')).untagged.includes('* 2 EXISTS'));
    assert.deepEqual(await find(), ['* ESEARCH (TAG "a") UID ALL 1,3']);
    assert.match((await status(client)) ?? '', /MESSAGES 3/);
    await client.run('SELECT INBOX');
    assert.deepEqual(await find(), ['* ESEARCH (TAG "a") UID ALL 1:3']);
  });
});
