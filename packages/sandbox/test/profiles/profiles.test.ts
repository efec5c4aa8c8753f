/** What all profiles have in common. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROFILE_NAMES } from '../../src/profiles/profiles.ts';
import { mail } from '../support/mail-samples.ts';
import { capabilityWords, openProfile, openProfileSession } from './open-profile.ts';

describe('A profile', () => {
  for (const profile of PROFILE_NAMES) {
    it(`lets a user read and write mail: ${profile}`, async (t) => {
      const { ann, client } = await openProfileSession(t, profile);
      ann.deliver(mail());
      assert.match((await client.run('SELECT INBOX')).answer, /^OK \[READ-WRITE\] /);
      const { untagged } = await client.run('UID FETCH 1 (FLAGS BODY.PEEK[])');
      assert.ok(untagged[0]?.includes('Hello.'));
      await client.run('UID STORE 1 +FLAGS (\\Flagged)');
      assert.deepEqual(ann.messages()[0]?.flags, ['\\Flagged']);
    });
  }

  it('is changed by the options beside it', async (t) => {
    const { client, greeting } = await openProfile(t, 'outlook', {
      capabilities: { with: ['AUTH=PLAIN'], without: ['LOGINDISABLED', 'MOVE'] },
      users: [{ name: 'ann', password: 'secret', mailboxes: [{ name: 'Only' }] }],
    });
    assert.ok(capabilityWords(greeting).includes('AUTH=PLAIN'));
    const { answer } = await client.run('LOGIN ann secret');
    assert.equal(capabilityWords(answer).includes('MOVE'), false);
    assert.equal((await client.run('LIST "" *')).untagged.length, 2);
  });
});
