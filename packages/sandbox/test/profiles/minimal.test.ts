/** What a server without extensions does not say. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mail } from '../support/mail-samples.ts';
import { capabilityWords, listedNames, openProfile, openProfileSession } from './open-profile.ts';

describe('The profile of a minimal server', () => {
  it('announces nothing but IMAP4rev1 and lets in by LOGIN only', async (t) => {
    const { client, greeting } = await openProfile(t, 'minimal');
    assert.deepEqual(capabilityWords(greeting), ['IMAP4rev1']);
    assert.equal((await client.run('AUTHENTICATE PLAIN')).answer, 'BAD Unknown command AUTHENTICATE');
    assert.match((await client.run('LOGIN ann secret')).answer, /^OK /);
    for (const command of ['ID NIL', 'NAMESPACE', 'IDLE', 'ENABLE CONDSTORE', 'UID EXPUNGE 1', 'UNSELECT']) {
      assert.match((await client.run(command)).answer, /^BAD /);
    }
  });

  it('leaves out what SELECT may leave out', async (t) => {
    const { ann, client } = await openProfileSession(t, 'minimal');
    ann.deliver(mail());
    const { untagged } = await client.run('SELECT INBOX');
    assert.deepEqual(untagged, [
      '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
      '* 1 EXISTS',
      '* 1 RECENT',
      '* OK [UIDVALIDITY 1700000001] UIDs valid',
    ]);
  });

  it('tells no uids of what it stores, and no uses of mailboxes', async (t) => {
    const { client } = await openProfileSession(t, 'minimal');
    client.send('a APPEND Drafts {2}\r\n');
    await client.read();
    client.send('\r\n\r\n');
    assert.equal((await client.readReply()).answer, 'OK Append completed');
    assert.deepEqual(await listedNames(client), [
      '() "/" INBOX',
      '() "/" Drafts',
      '() "/" Sent',
      '() "/" Trash',
    ]);
  });
});
