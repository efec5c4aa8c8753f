/** QRESYNC over a real socket: what a client is told of expunges, now and since it was last there (RFC 7162). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../src/options.ts';
import { mail } from '../support/mail-samples.ts';
import { openMailbox, openSandbox, openSession } from '../support/open-sandbox.ts';

/** INBOX with the uids 1 to 6, UIDVALIDITY 77 and HIGHESTMODSEQ 7, and a session with QRESYNC. */
async function openSix(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  for (let uid = 1; uid <= 6; uid++) ann.deliver(mail(), { flags: ['\\Seen'] });
  ann.setUidValidity('INBOX', 77);
  const client = await openSession(t, sandbox);
  await client.run('ENABLE QRESYNC');
  /** What SELECT tells after HIGHESTMODSEQ. */
  const changes = async (parameter: string) => {
    const { untagged, answer } = await client.run(`SELECT INBOX (QRESYNC (${parameter}))`);
    assert.equal(answer, 'OK [READ-WRITE] Select completed');
    return untagged.slice(untagged.findIndex((line) => line.includes('HIGHESTMODSEQ')) + 1);
  };
  return { sandbox, ann, client, changes };
}

describe('SELECT with QRESYNC', () => {
  it('tells the uids that have left and the flags that have changed', async (t) => {
    const { ann, changes } = await openSix(t);
    ann.expunge('INBOX', 2);
    ann.expunge('INBOX', 3);
    ann.setFlags('INBOX', 5, []);
    assert.deepEqual(await changes('77 7'), [
      '* VANISHED (EARLIER) 2:3',
      '* 3 FETCH (UID 5 MODSEQ (10) FLAGS (\\Recent))',
    ]);
  });

  it('tells nothing of what happened before the known mod-sequence', async (t) => {
    const { ann, changes } = await openSix(t);
    ann.expunge('INBOX', 2);
    ann.setFlags('INBOX', 5, []);
    assert.deepEqual(await changes('77 9'), []);
  });

  it('tells only of the known uids', async (t) => {
    const { ann, changes } = await openSix(t);
    ann.expunge('INBOX', 2);
    ann.expunge('INBOX', 3);
    ann.setFlags('INBOX', 5, []);
    assert.deepEqual(await changes('77 7 3:4,6'), ['* VANISHED (EARLIER) 3']);
  });

  it('tells nothing when UIDVALIDITY is another', async (t) => {
    const { ann, changes } = await openSix(t);
    ann.expunge('INBOX', 2);
    assert.deepEqual(await changes('76 7'), []);
  });

  it('takes every uid that is missing for one that has left when it has forgotten', async (t) => {
    const { ann, changes } = await openSix(t, { maxExpungedUids: 1 });
    ann.expunge('INBOX', 2);
    ann.expunge('INBOX', 4);
    assert.deepEqual(await changes('77 7'), ['* VANISHED (EARLIER) 2,4']);
    ann.expunge('INBOX', 6);
    assert.deepEqual(await changes('77 9 1:900000000'), ['* VANISHED (EARLIER) 6']);
    assert.deepEqual(await changes('77 7 1:900000000'), ['* VANISHED (EARLIER) 2,4,6']);
  });

  it('leaves out what the sequence match data shows to be known', async (t) => {
    const { ann, changes } = await openSix(t, { maxExpungedUids: 0 });
    ann.expunge('INBOX', 2);
    ann.expunge('INBOX', 5);
    assert.deepEqual(await changes('77 7 1:6 (1,2 1,3)'), ['* VANISHED (EARLIER) 5']);
    assert.deepEqual(await changes('77 7 1:6 (1,2 1,2)'), ['* VANISHED (EARLIER) 2,5']);
    assert.deepEqual(await changes('77 7 (1:4 1,3,4,6)'), []);
    assert.deepEqual(await changes('77 7 (1:4000000000 1:4000000000)'), ['* VANISHED (EARLIER) 2,5']);
  });

  const malformed: readonly string[] = [
    'QRESYNC',
    'QRESYNC ()',
    'QRESYNC (77)',
    'QRESYNC (77 1 1:*)',
    'QRESYNC (77 1 1:2 (1:2 1:3))',
    'QRESYNC (77 1 1:2 (1:2))',
    'NEVERHEARD',
  ];
  for (const parameter of malformed) {
    it(`rejects (${parameter}) and leaves the mailbox unselected`, async (t) => {
      const { client } = await openSix(t);
      assert.match((await client.run(`SELECT INBOX (${parameter})`)).answer, /^BAD /);
      assert.equal((await client.run('FETCH 1 FLAGS')).answer, 'BAD No mailbox selected');
    });
  }

  it('is a BAD before ENABLE QRESYNC', async (t) => {
    const { sandbox } = await openSix(t);
    const client = await openSession(t, sandbox);
    await client.run('ENABLE CONDSTORE');
    assert.equal((await client.run('SELECT INBOX (QRESYNC (77 1))')).answer, 'BAD Unknown SELECT parameter');
  });
});

describe('A session with QRESYNC', () => {
  it('is told VANISHED in place of EXPUNGE, and HIGHESTMODSEQ with the answer', async (t) => {
    const { client } = await openSix(t);
    await client.run('SELECT INBOX');
    await client.run('STORE 2,3,5 +FLAGS.SILENT (\\Deleted)');
    assert.deepEqual(await client.run('UID EXPUNGE 2:3'), {
      untagged: ['* VANISHED 2:3', '* 4 RECENT'],
      answer: 'OK [HIGHESTMODSEQ 11] Expunge completed',
    });
    assert.deepEqual(await client.run('EXPUNGE'), {
      untagged: ['* VANISHED 5', '* 3 RECENT'],
      answer: 'OK [HIGHESTMODSEQ 12] Expunge completed',
    });
    assert.equal((await client.run('EXPUNGE')).answer, 'OK Expunge completed');
  });

  it('is told the same of MOVE', async (t) => {
    const { client } = await openSix(t);
    await client.run('SELECT INBOX');
    const { untagged, answer } = await client.run('UID MOVE 2,6 Trash');
    assert.deepEqual(untagged.slice(1), ['* VANISHED 2,6', '* 4 RECENT']);
    assert.equal(answer, 'OK [HIGHESTMODSEQ 8] Move completed');
  });

  it('is told uids and mod-sequences with every change of flags', async (t) => {
    const { ann, client } = await openSix(t);
    ann.setFlags('INBOX', 1, []);
    await client.run('SELECT INBOX');
    assert.deepEqual((await client.run('STORE 2 FLAGS ()')).untagged, [
      '* 2 FETCH (UID 2 MODSEQ (9) FLAGS (\\Recent))',
    ]);
    assert.deepEqual((await client.run('FETCH 1 BODY[TEXT]')).untagged, [
      '* 1 FETCH (BODY[TEXT] {8}\r\nHello.\r\n UID 1 MODSEQ (10) FLAGS (\\Seen \\Recent))',
    ]);
    ann.setFlags('INBOX', 1, []);
    assert.deepEqual((await client.run('NOOP')).untagged, ['* 1 FETCH (UID 1 MODSEQ (11) FLAGS (\\Recent))']);
  });

  it('hears of a lower HIGHESTMODSEQ while expunges are held back', async (t) => {
    const { ann, client } = await openSix(t);
    await client.run('SELECT INBOX');
    ann.expunge('INBOX', 2);
    ann.setFlags('INBOX', 3, []);
    assert.deepEqual((await client.run('FETCH 1 MODSEQ')).untagged, [
      '* 1 FETCH (MODSEQ (2))',
      '* 3 FETCH (UID 3 MODSEQ (9) FLAGS (\\Recent))',
      '* OK [HIGHESTMODSEQ 7] Expunges are still untold',
    ]);
    assert.deepEqual((await client.run('NOOP')).untagged, ['* VANISHED 2', '* 5 RECENT']);
  });
});

describe('UID FETCH with VANISHED', () => {
  it('tells the uids of the set that have left, before the messages', async (t) => {
    const { ann, client } = await openSix(t);
    ann.expunge('INBOX', 2);
    ann.expunge('INBOX', 6);
    ann.setFlags('INBOX', 3, []);
    await client.run('SELECT INBOX');
    assert.deepEqual((await client.run('UID FETCH 2:* (FLAGS) (CHANGEDSINCE 7 VANISHED)')).untagged, [
      '* VANISHED (EARLIER) 2,6',
      '* 2 FETCH (UID 3 FLAGS (\\Recent) MODSEQ (10))',
    ]);
    assert.deepEqual((await client.run('UID FETCH 1:3 FLAGS (VANISHED CHANGEDSINCE 8)')).untagged, [
      '* 2 FETCH (UID 3 FLAGS (\\Recent) MODSEQ (10))',
    ]);
  });

  it('leaves what the session still counts to VANISHED without EARLIER', async (t) => {
    const { ann, client } = await openSix(t, { maxExpungedUids: 0 });
    await client.run('SELECT INBOX');
    ann.expunge('INBOX', 2);
    ann.deliver(mail());
    assert.deepEqual((await client.run('UID FETCH 1:* FLAGS (CHANGEDSINCE 7 VANISHED)')).untagged, [
      '* VANISHED 2',
      '* 6 EXISTS',
    ]);
  });

  it('is a BAD without CHANGEDSINCE, without UID and before ENABLE QRESYNC', async (t) => {
    const { sandbox, client } = await openSix(t);
    await client.run('SELECT INBOX');
    assert.equal(
      (await client.run('UID FETCH 1 FLAGS (VANISHED)')).answer,
      'BAD VANISHED needs CHANGEDSINCE',
    );
    const unknown = 'BAD Unknown FETCH modifier VANISHED';
    assert.equal((await client.run('FETCH 1 FLAGS (CHANGEDSINCE 1 VANISHED)')).answer, unknown);
    const other = await openMailbox(t, sandbox);
    assert.equal((await other.run('UID FETCH 1 FLAGS (CHANGEDSINCE 1 VANISHED)')).answer, unknown);
  });
});

describe('ENABLE', () => {
  it('names what it has enabled and passes over the rest', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    const { untagged } = await client.run('ENABLE qresync X-UNKNOWN CONDSTORE QRESYNC');
    assert.deepEqual(untagged, ['* ENABLED QRESYNC CONDSTORE']);
  });

  it('enables no QRESYNC where it is off', async (t) => {
    const client = await openSession(t, await openSandbox(t, { capabilities: { without: ['QRESYNC'] } }));
    assert.deepEqual((await client.run('ENABLE QRESYNC')).untagged, ['* ENABLED']);
  });
});
