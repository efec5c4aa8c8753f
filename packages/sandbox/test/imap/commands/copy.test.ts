/** COPY, MOVE, EXPUNGE and UID EXPUNGE over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail } from '../../support/mail-samples.ts';
import { NOW, openMailbox, openSandbox } from '../../support/open-sandbox.ts';

async function openThree(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  ann.deliver(mail({ Subject: '1' }), { flags: ['\\Seen', '$k'] });
  ann.deliver(mail({ Subject: '2' }), { flags: ['\\Deleted'] });
  ann.deliver(mail({ Subject: '3' }), { flags: ['\\Deleted'] });
  ann.setUidValidity('Archive', 99);
  const client = await openMailbox(t, sandbox);
  return { ann, client, uids: (name?: string) => ann.messages(name).map(({ uid }) => uid) };
}

describe('COPY', () => {
  it('copies bytes, flags and date, and tells both uids', async (t) => {
    const { client, ann } = await openThree(t);
    assert.equal((await client.run('COPY 1,3 Archive')).answer, 'OK [COPYUID 99 1,3 1:2] Copy completed');
    assert.deepEqual(ann.messages('Archive')[0], {
      uid: 1,
      flags: ['$k', '\\Seen'],
      internalDate: NOW,
      raw: Buffer.from(mail({ Subject: '1' })),
    });
  });

  it('tells no uids without UIDPLUS', async (t) => {
    const { client } = await openThree(t, { capabilities: { without: ['UIDPLUS'] } });
    assert.equal((await client.run('UID COPY 1 Archive')).answer, 'OK Copy completed');
  });

  it('copies nothing when the mailbox does not exist or a message is gone', async (t) => {
    const { client, ann, uids } = await openThree(t);
    assert.equal((await client.run('COPY 1 Nope')).answer, 'NO [TRYCREATE] Mailbox does not exist: Nope');
    ann.expunge('INBOX', 1);
    assert.equal(
      (await client.run('COPY 1:2 Archive')).answer,
      'NO [EXPUNGEISSUED] Some of the messages no longer exist',
    );
    assert.deepEqual(uids('Archive'), []);
  });

  it('of uids that do not exist does nothing', async (t) => {
    const { client } = await openThree(t);
    assert.equal((await client.run('UID COPY 7:9 Archive')).answer, 'OK Copy completed');
  });
});

describe('MOVE', () => {
  it('tells the copies, then the messages that leave', async (t) => {
    const { client, uids } = await openThree(t);
    assert.deepEqual(await client.run('UID MOVE 1:2 Archive'), {
      untagged: ['* OK [COPYUID 99 1:2 1:2] Moved', '* 2 EXPUNGE', '* 1 EXPUNGE', '* 1 RECENT'],
      answer: 'OK Move completed',
    });
    assert.deepEqual([uids(), uids('Archive')], [[3], [1, 2]]);
  });

  it('is unknown when the capability is off', async (t) => {
    const { client } = await openThree(t, { capabilities: { without: ['MOVE'] } });
    assert.equal((await client.run('UID MOVE 1 Archive')).answer, 'BAD Unknown command UID MOVE');
  });
});

describe('EXPUNGE', () => {
  it('removes all deleted messages, from the last one on', async (t) => {
    const { client, uids } = await openThree(t);
    assert.deepEqual(await client.run('EXPUNGE'), {
      untagged: ['* 3 EXPUNGE', '* 2 EXPUNGE', '* 1 RECENT'],
      answer: 'OK Expunge completed',
    });
    assert.deepEqual(uids(), [1]);
  });

  it('by uid removes only those that are named', async (t) => {
    const { client, uids } = await openThree(t);
    await client.run('UID EXPUNGE 1:2');
    assert.deepEqual(uids(), [1, 3]);
  });

  it('by uid is unknown without UIDPLUS', async (t) => {
    const { client } = await openThree(t, { capabilities: { without: ['UIDPLUS'] } });
    assert.equal((await client.run('UID EXPUNGE 2')).answer, 'BAD Unknown command UID EXPUNGE');
  });
});
