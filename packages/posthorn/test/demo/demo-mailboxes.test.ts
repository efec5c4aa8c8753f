/** Where the mail of the demo lies, by provider. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { demoMailboxes } from '../../src/demo/demo-mailboxes.ts';
import { DEMO_PROFILES } from '../../src/demo/demo-profiles.ts';
import { startDemo } from '../../src/demo/start-demo.ts';

const message = (mailbox: string) => ({
  mailbox,
  raw: Buffer.from('\r\n'),
  flags: [],
  internalDate: new Date(0),
});
const messages = ['INBOX', 'Sent', 'Trash', 'Archive/Mailing list', 'Work'].map(message);

describe('demoMailboxes', () => {
  it('keeps the names where there is no provider', () => {
    const names = demoMailboxes({ messages }, undefined).map(({ name }) => name);
    assert.deepEqual(names.slice(-3), ['INBOX', 'Archive/Mailing list', 'Work']);
    assert.ok(names.includes('Sent'));
  });

  it('takes the names of the provider for what has a use', () => {
    const filled = demoMailboxes({ messages }, 'gmail').filter((seed) => seed.messages?.length === 1);
    assert.deepEqual(
      filled.map(({ name }) => name),
      ['[Gmail]/Sent Mail', '[Gmail]/Trash', 'INBOX', 'Archive/Mailing list', 'Work'],
    );
  });
});

describe('startDemo', () => {
  for (const profile of DEMO_PROFILES) {
    it(`shows mail as at ${profile}`, async (t) => {
      const demo = await startDemo({ port: '0', now: new Date('2026-05-06T07:08:09Z'), profile });
      t.after(() => demo.close());
      const [user] = demo.users;
      const authorization = `Basic ${Buffer.from(`${user?.user}:${user?.password}`).toString('base64')}`;
      const url = `${demo.emailUrl}/v0/MailAccounts/${demo.accountId}/MailFolders/INBOX/MessageItems?start=0&limit=5`;
      const answer = await fetch(url, { headers: { authorization } });
      assert.equal(answer.status, 200);
      assert.equal((await answer.json()).data.length, 5);
    });
  }
});
