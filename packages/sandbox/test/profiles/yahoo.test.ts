/** The lies of Yahoo. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mail } from '../support/mail-samples.ts';
import { capabilityWords, openProfileSession } from './open-profile.ts';

describe('The profile of Yahoo', () => {
  it('announces neither IDLE nor CONDSTORE nor ESEARCH nor SORT', async (t) => {
    const { client } = await openProfileSession(t, 'yahoo');
    const words = capabilityWords((await client.run('CAPABILITY')).untagged[0]);
    assert.deepEqual(
      ['IDLE', 'CONDSTORE', 'ESEARCH', 'SORT', 'XYMHIGHESTMODSEQ', 'OBJECTID', 'MESSAGELIMIT=1000'].filter(
        (word) => words.includes(word),
      ),
      ['XYMHIGHESTMODSEQ', 'OBJECTID', 'MESSAGELIMIT=1000'],
    );
    assert.equal((await client.run('IDLE')).answer, 'BAD Unknown command IDLE');
  });

  it('tells HIGHESTMODSEQ, and refuses all that could be done with it', async (t) => {
    const { ann, client } = await openProfileSession(t, 'yahoo');
    ann.deliver(mail());
    const { untagged } = await client.run('SELECT INBOX');
    assert.ok(untagged.includes('* OK [HIGHESTMODSEQ 2] Highest'));
    for (const command of [
      'UID FETCH 1:* FLAGS (CHANGEDSINCE 1)',
      'UID FETCH 1 MODSEQ',
      'STATUS INBOX (HIGHESTMODSEQ)',
      'SELECT INBOX (CONDSTORE)',
      'UID STORE 1 (UNCHANGEDSINCE 1) FLAGS (\\Seen)',
    ]) {
      assert.match((await client.run(command)).answer, /^BAD \[CLIENTBUG\]/);
    }
  });

  it('gives the newest thousand messages of a longer range', async (t) => {
    const messages = Array.from({ length: 1_002 }, () => ({ raw: '\r\n' }));
    const users = [{ name: 'ann', password: 'secret', mailboxes: [{ name: 'INBOX', messages }] }];
    const { client } = await openProfileSession(t, 'yahoo', { users });
    await client.run('SELECT INBOX');
    const { untagged, answer } = await client.run('UID FETCH 1:* UID');
    assert.deepEqual([untagged.length, untagged[0]], [1000, '* 3 FETCH (UID 3)']);
    assert.equal(answer, 'OK [MESSAGELIMIT 1000 3] Fetch completed');
    assert.equal((await client.run('UID FETCH 1:2 UID')).untagged.length, 2);
  });

  it('numbers the expunges of one command as if no number shifted', async (t) => {
    const { ann, client } = await openProfileSession(t, 'yahoo');
    for (const subject of ['a', 'b', 'c', 'd']) ann.deliver(mail({ Subject: subject }));
    await client.run('SELECT INBOX');
    await client.run('UID STORE 2,4 +FLAGS.SILENT (\\Deleted)');
    assert.deepEqual((await client.run('EXPUNGE')).untagged, ['* 2 EXPUNGE', '* 4 EXPUNGE', '* 2 RECENT']);
  });

  it('cannot search header fields', async (t) => {
    const { client } = await openProfileSession(t, 'yahoo');
    await client.run('SELECT INBOX');
    assert.equal(
      (await client.run('UID SEARCH HEADER Message-ID x')).answer,
      'NO [SERVERBUG] SEARCH Server error - Please try again later',
    );
    assert.match((await client.run('UID SEARCH FROM x')).answer, /^OK /);
  });
});
