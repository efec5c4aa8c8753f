/** What providers say when they have had enough. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROVIDER_FAULTS } from '../../src/profiles/provider-faults.ts';
import { mail } from '../support/mail-samples.ts';
import { openProfile, openProfileSession } from './open-profile.ts';

describe('A fault of a provider', () => {
  for (const [name, profile, command, answer] of [
    [
      'gmail-bandwidth',
      'gmail',
      'UID FETCH 1 UID',
      'NO [OVERQUOTA] Account exceeded command or bandwidth limits.',
    ],
    [
      'outlook-throttled',
      'outlook',
      'NOOP',
      'BAD Request is throttled. Suggested Backoff Time: 299961 milliseconds',
    ],
    ['outlook-goodbye', 'outlook', 'NOOP', 'closed'],
    [
      'yahoo-unavailable',
      'yahoo',
      'UID FETCH 1 UID',
      'NO [UNAVAILABLE] FETCH Server error - Please try again later',
    ],
    [
      'yahoo-search-failure',
      'yahoo',
      'UID SEARCH ALL',
      'NO [SERVERBUG] SEARCH Server error - Please try again later',
    ],
  ] as const) {
    it(`refuses as reported: ${name}`, async (t) => {
      const { sandbox, client } = await openProfileSession(t, profile);
      await client.run('SELECT INBOX');
      sandbox.faults.add(PROVIDER_FAULTS[name]);
      assert.equal((await client.run(command)).answer, answer);
    });
  }

  it('wants an application password', async (t) => {
    const { sandbox, client } = await openProfile(t, 'gmail');
    sandbox.faults.add(PROVIDER_FAULTS['gmail-application-password']);
    assert.match(
      (await client.run('LOGIN ann secret')).answer,
      /^NO \[ALERT\] Application-specific password/,
    );
  });

  it('drops the connection behind a MOVE', async (t) => {
    const { sandbox, ann, client } = await openProfileSession(t, 'gmail');
    ann.deliver(mail());
    await client.run('SELECT INBOX');
    sandbox.faults.add(PROVIDER_FAULTS['gmail-drop-at-move']);
    assert.equal((await client.run('UID MOVE 1 "[Gmail]/Trash"')).answer, 'closed');
    assert.equal(ann.messages('[Gmail]/Trash').length, 1);
  });
});
