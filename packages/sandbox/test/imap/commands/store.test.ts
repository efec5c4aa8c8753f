/** STORE over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail } from '../../support/mail-samples.ts';
import { openMailbox, openSandbox, openSession } from '../../support/open-sandbox.ts';

async function openFlagged(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  ann.deliver(mail(), { flags: ['\\Flagged', '$Work'] });
  ann.deliver(mail());
  const client = await openMailbox(t, sandbox);
  return { ann, client, flags: () => ann.messages().map(({ flags }) => flags.join(' ')) };
}

describe('STORE', () => {
  it('replaces, adds and removes flags, and tells them', async (t) => {
    const { client } = await openFlagged(t);
    assert.deepEqual((await client.run('STORE 1 FLAGS (\\seen $WORK)')).untagged, [
      '* 1 FETCH (FLAGS (\\Seen $Work \\Recent))',
    ]);
    assert.deepEqual((await client.run('STORE 1 +FLAGS (\\Draft)')).untagged, [
      '* 1 FETCH (FLAGS (\\Seen $Work \\Draft \\Recent))',
    ]);
    assert.deepEqual((await client.run('UID STORE 1 -FLAGS ($work)')).untagged, [
      '* 1 FETCH (UID 1 FLAGS (\\Seen \\Draft \\Recent))',
    ]);
  });

  it('takes flags without parentheses', async (t) => {
    const { client, flags } = await openFlagged(t);
    await client.run('STORE 1:2 FLAGS \\Seen $a');
    assert.deepEqual(flags(), ['$a \\Seen', '$a \\Seen']);
  });

  it('tells a keyword that the mailbox did not have', async (t) => {
    const { client } = await openFlagged(t);
    assert.deepEqual((await client.run('STORE 2 +FLAGS.SILENT ($new)')).untagged, [
      '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Work $new)',
      '* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Work $new \\*)] Flags permitted',
    ]);
  });

  it('says nothing after .SILENT', async (t) => {
    const { client, flags } = await openFlagged(t);
    assert.deepEqual(await client.run('STORE 1 +FLAGS.SILENT (\\Seen)'), {
      untagged: [],
      answer: 'OK Store completed',
    });
    assert.deepEqual(flags(), ['$Work \\Flagged \\Seen', '']);
  });

  it('tells the mod-sequence, also after .SILENT, once CONDSTORE is enabled', async (t) => {
    const { client } = await openFlagged(t);
    await client.run('ENABLE CONDSTORE');
    assert.deepEqual((await client.run('UID STORE 2 +FLAGS.SILENT (\\Seen)')).untagged, [
      '* 2 FETCH (UID 2 MODSEQ (4))',
    ]);
  });

  it('names the messages that changed since, and leaves them alone', async (t) => {
    const { client, ann, flags } = await openFlagged(t);
    ann.setFlags('INBOX', 1, ['\\Answered']);
    const { answer } = await client.run('STORE 1:2 (UNCHANGEDSINCE 3) +FLAGS.SILENT (\\Seen)');
    assert.equal(answer, 'OK [MODIFIED 1] Conditional store failed');
    assert.deepEqual(flags(), ['\\Answered', '\\Seen']);
  });

  it('rejects flags that cannot be stored and changes nothing', async (t) => {
    const { client, flags } = await openFlagged(t);
    assert.equal(
      (await client.run('STORE 1:2 FLAGS (\\Seen \\Recent)')).answer,
      'BAD Invalid system flag \\Recent',
    );
    assert.deepEqual(flags(), ['$Work \\Flagged', '']);
  });

  it('ignores keywords where the mailbox keeps none, and says so when it is opened', async (t) => {
    const sandbox = await openSandbox(t, { keepsKeywords: false });
    const ann = sandbox.user('ann');
    ann.deliver(mail(), { flags: ['$Work'] });
    const client = await openSession(t, sandbox);
    const { untagged } = await client.run('SELECT INBOX');
    await client.run('STORE 1 +FLAGS (\\Seen $Other)');
    assert.ok(untagged.some((line) => line.endsWith('\\Draft)] Flags permitted')));
    assert.deepEqual(ann.messages()[0]?.flags, ['\\Seen']);
  });

  it('rejects UNCHANGEDSINCE without CONDSTORE', async (t) => {
    const { client } = await openFlagged(t, { capabilities: { without: ['CONDSTORE'] } });
    const { answer } = await client.run('STORE 1 (UNCHANGEDSINCE 3) FLAGS ()');
    assert.equal(answer, 'BAD Unknown STORE modifier');
  });

  it('passes over messages that another session has removed', async (t) => {
    const { client, ann } = await openFlagged(t);
    ann.expunge('INBOX', 1);
    assert.deepEqual(await client.run('STORE 1 FLAGS (\\Seen)'), {
      untagged: [],
      answer: 'OK [EXPUNGEISSUED] Store completed',
    });
  });
});
