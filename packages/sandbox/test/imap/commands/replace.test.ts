/** REPLACE over a real socket (RFC 8508). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail } from '../../support/mail-samples.ts';
import { openMailbox, openSandbox } from '../../support/open-sandbox.ts';

/** Three messages in Drafts, its UIDVALIDITY is 5. */
async function openDrafts(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  for (let uid = 1; uid <= 3; uid++) ann.deliver(mail(), { mailbox: 'Drafts', flags: ['\\Draft'] });
  ann.setUidValidity('Drafts', 5);
  return { sandbox, ann, client: await openMailbox(t, sandbox, 'Drafts') };
}

const NEW = '{3+}\r\nnew';

describe('REPLACE', () => {
  it('adds a message and removes the other', async (t) => {
    const { ann, client } = await openDrafts(t);
    assert.deepEqual(
      await client.run(`REPLACE 2 Drafts (\\Draft \\Seen) "01-Feb-2024 00:00:00 +0000" ${NEW}`),
      {
        untagged: ['* OK [APPENDUID 5 4] Replacement message ready', '* 2 EXPUNGE', '* 3 EXISTS'],
        answer: 'OK Replace completed',
      },
    );
    assert.deepEqual(
      ann.messages('Drafts').map(({ uid }) => uid),
      [1, 3, 4],
    );
    assert.deepEqual(ann.messages('Drafts')[2], {
      uid: 4,
      flags: ['\\Draft', '\\Seen'],
      internalDate: new Date('2024-02-01T00:00:00Z'),
      raw: Buffer.from('new'),
    });
  });

  it('finds the message by uid, and may add to another mailbox', async (t) => {
    const { ann, client } = await openDrafts(t);
    ann.expunge('Drafts', 1);
    const { untagged } = await client.run(`UID REPLACE 3 Sent ${NEW}`);
    assert.match(untagged[0] ?? '', /^\* OK \[APPENDUID \d+ 1\]/);
    assert.deepEqual(untagged.slice(1), ['* 3 EXPUNGE', '* 1 EXPUNGE', '* 1 RECENT']);
    assert.equal(ann.messages('Sent').length, 1);
  });

  it('takes * for the last message', async (t) => {
    const { ann, client } = await openDrafts(t);
    await client.run(`REPLACE * Drafts ${NEW}`);
    assert.deepEqual(
      ann.messages('Drafts').map(({ uid }) => uid),
      [1, 2, 4],
    );
  });

  it('tells VANISHED and HIGHESTMODSEQ with QRESYNC', async (t) => {
    const { client } = await openDrafts(t);
    await client.run('ENABLE QRESYNC');
    const { untagged, answer } = await client.run(`UID REPLACE 1 Drafts ${NEW}`);
    assert.deepEqual(untagged.slice(1), ['* VANISHED 1', '* 3 EXISTS']);
    assert.equal(answer, 'OK [HIGHESTMODSEQ 6] Replace completed');
  });

  const refusals: readonly (readonly [command: string, answer: string])[] = [
    [`REPLACE 2 nope ${NEW}`, 'NO [TRYCREATE] Mailbox does not exist: nope'],
    [`UID REPLACE 9 Drafts ${NEW}`, 'NO There is no such message'],
    [`REPLACE 9 Drafts ${NEW}`, 'BAD Invalid message set'],
    [`REPLACE 1:2 Drafts ${NEW}`, 'BAD Expected one message'],
    [`REPLACE $ Drafts ${NEW}`, 'BAD Expected one message'],
    [`REPLACE 1 Drafts ${NEW} ${NEW}`, 'BAD Unexpected extra arguments'],
  ];
  for (const [command, answer] of refusals) {
    it(`answers ${answer} and changes nothing`, async (t) => {
      const { ann, client } = await openDrafts(t);
      assert.deepEqual(await client.run(command), { untagged: [], answer });
      assert.equal(ann.messages('Drafts').length, 3);
    });
  }

  it('refuses a message that is too large', async (t) => {
    const { ann, client } = await openDrafts(t, { appendLimit: 2 });
    assert.equal(
      (await client.run(`REPLACE 1 Drafts ${NEW}`)).answer,
      'NO [TOOBIG] The message is too large',
    );
    assert.equal(ann.messages('Drafts').length, 3);
  });

  it('refuses a message that another session has removed', async (t) => {
    const { ann, client } = await openDrafts(t);
    ann.expunge('Drafts', 2);
    assert.equal(
      (await client.run(`UID REPLACE 2 Drafts ${NEW}`)).answer,
      'NO [EXPUNGEISSUED] The message no longer exists',
    );
    assert.equal(ann.messages('Drafts').length, 2);
  });

  it('is refused after EXAMINE, and unknown where it is off', async (t) => {
    const { client } = await openDrafts(t);
    await client.run('EXAMINE Drafts');
    assert.equal((await client.run(`REPLACE 1 Drafts ${NEW}`)).answer, 'NO The mailbox is read-only');
    const off = await openDrafts(t, { capabilities: { without: ['REPLACE'] } });
    assert.equal((await off.client.run(`REPLACE 1 Drafts ${NEW}`)).answer, 'BAD Unknown command REPLACE');
  });
});
