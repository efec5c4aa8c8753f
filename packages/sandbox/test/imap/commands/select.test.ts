/** SELECT, EXAMINE, CLOSE, UNSELECT and STATUS over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail } from '../../support/mail-samples.ts';
import { openSandbox, openSession } from '../../support/open-sandbox.ts';

async function openWithMail(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  ann.deliver(mail(), { flags: ['\\Seen', '$Work'] });
  ann.deliver(mail());
  ann.setUidValidity('INBOX', 77);
  return { sandbox, ann, client: await openSession(t, sandbox) };
}

describe('SELECT', () => {
  it('describes the mailbox', async (t) => {
    const { client } = await openWithMail(t);
    assert.deepEqual(await client.run('SELECT INBOX'), {
      untagged: [
        '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Work)',
        '* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Work \\*)] Flags permitted',
        '* 2 EXISTS',
        '* 2 RECENT',
        '* OK [UNSEEN 2] First unseen',
        '* OK [UIDVALIDITY 77] UIDs valid',
        '* OK [UIDNEXT 3] Predicted next UID',
        '* OK [HIGHESTMODSEQ 3] Highest',
      ],
      answer: 'OK [READ-WRITE] Select completed',
    });
  });

  it('says nothing of mod-sequences without CONDSTORE', async (t) => {
    const { client } = await openWithMail(t, { capabilities: { without: ['CONDSTORE'] } });
    const { untagged } = await client.run('SELECT INBOX');
    assert.equal(
      untagged.some((line) => line.includes('MODSEQ')),
      false,
    );
    assert.equal((await client.run('SELECT INBOX (CONDSTORE)')).answer, 'BAD Unknown SELECT parameter');
  });

  it('consumes \\Recent, which EXAMINE does not', async (t) => {
    const { client } = await openWithMail(t);
    const recent = async (command: string) =>
      (await client.run(`${command} INBOX`)).untagged.find((line) => line.endsWith('RECENT'));
    assert.deepEqual(
      [await recent('EXAMINE'), await recent('EXAMINE'), await recent('SELECT'), await recent('SELECT')],
      ['* 2 RECENT', '* 2 RECENT', '* 2 RECENT', '* 0 RECENT'],
    );
  });

  it('leaves no mailbox selected when it fails', async (t) => {
    const { client } = await openWithMail(t);
    await client.run('SELECT INBOX');
    assert.deepEqual(await client.run('SELECT nope'), {
      untagged: ['* OK [CLOSED] Previous mailbox closed'],
      answer: 'NO [NONEXISTENT] Mailbox does not exist: nope',
    });
    assert.equal((await client.run('FETCH 1 FLAGS')).answer, 'BAD No mailbox selected');
  });
});

describe('EXAMINE', () => {
  it('allows no change', async (t) => {
    const { client, ann } = await openWithMail(t);
    assert.equal((await client.run('EXAMINE INBOX')).answer, 'OK [READ-ONLY] Examine completed');
    assert.equal((await client.run('STORE 1 +FLAGS (\\Deleted)')).answer, 'NO The mailbox is read-only');
    assert.equal((await client.run('EXPUNGE')).answer, 'NO The mailbox is read-only');
    await client.run('FETCH 2 BODY[]');
    assert.deepEqual(ann.messages()[1]?.flags, []);
  });
});

describe('CLOSE and UNSELECT', () => {
  it('CLOSE removes deleted messages without telling', async (t) => {
    const { client, ann } = await openWithMail(t);
    await client.run('SELECT INBOX');
    await client.run('STORE 1 +FLAGS.SILENT (\\Deleted)');
    assert.deepEqual(await client.run('CLOSE'), { untagged: [], answer: 'OK Close completed' });
    assert.deepEqual(
      ann.messages().map(({ uid }) => uid),
      [2],
    );
  });

  it('UNSELECT keeps them', async (t) => {
    const { client, ann } = await openWithMail(t);
    await client.run('SELECT INBOX');
    await client.run('STORE 1 +FLAGS.SILENT (\\Deleted)');
    assert.equal((await client.run('UNSELECT')).answer, 'OK Unselect completed');
    assert.equal(ann.messages().length, 2);
  });
});

describe('STATUS', () => {
  it('gives the values in the order asked for', async (t) => {
    const { client } = await openWithMail(t);
    const { untagged } = await client.run(
      'STATUS INBOX (UNSEEN MESSAGES RECENT UIDNEXT UIDVALIDITY HIGHESTMODSEQ SIZE)',
    );
    const size = 2 * Buffer.byteLength(mail());
    assert.deepEqual(untagged, [
      `* STATUS INBOX (UNSEEN 1 MESSAGES 2 RECENT 2 UIDNEXT 3 UIDVALIDITY 77 HIGHESTMODSEQ 3 SIZE ${size})`,
    ]);
  });

  it('knows no items of extensions that are off', async (t) => {
    const { client } = await openWithMail(t, { capabilities: { without: ['CONDSTORE', 'STATUS=SIZE'] } });
    assert.equal((await client.run('STATUS INBOX (HIGHESTMODSEQ)')).answer, 'BAD Unknown status item');
    assert.equal((await client.run('STATUS INBOX (SIZE)')).answer, 'BAD Unknown status item');
  });
});
