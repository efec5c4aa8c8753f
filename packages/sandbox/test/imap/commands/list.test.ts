/** LIST and LSUB over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { BELOW_INBOX_LAYOUT } from '../../../src/mailbox/layout.ts';
import type { SandboxOptions } from '../../../src/options.ts';
import { openSandbox, openSession } from '../../support/open-sandbox.ts';

const MAILBOXES = [
  { name: 'Work' },
  { name: 'Work/2025', isSubscribed: false },
  { name: 'Lists/dev/node' },
  { name: 'Gesendet & Entwürfe', specialUse: '\\Sent' },
] as const;

async function list(t: TestContext, command: string, options: Partial<SandboxOptions> = {}) {
  const users = [{ name: 'ann', password: 'secret', mailboxes: MAILBOXES }];
  const client = await openSession(t, await openSandbox(t, { users, ...options }));
  const { untagged, answer } = await client.run(command);
  return [...untagged, answer];
}

describe('LIST', () => {
  it('shows all mailboxes, the names that only carry children, and special uses', async (t) => {
    assert.deepEqual(await list(t, 'LIST "" *'), [
      '* LIST (\\HasNoChildren) "/" INBOX',
      '* LIST (\\HasChildren) "/" Work',
      '* LIST (\\HasNoChildren) "/" Work/2025',
      '* LIST (\\Noselect \\HasChildren) "/" Lists',
      '* LIST (\\Noselect \\HasChildren) "/" Lists/dev',
      '* LIST (\\HasNoChildren) "/" Lists/dev/node',
      '* LIST (\\HasNoChildren \\Sent) "/" "Gesendet &- Entw&APw-rfe"',
      'OK List completed',
    ]);
  });

  it('stays within one level for a percent sign', async (t) => {
    assert.deepEqual(await list(t, 'LIST "" Work/%'), [
      '* LIST (\\HasNoChildren) "/" Work/2025',
      'OK List completed',
    ]);
  });

  it('puts the reference before the pattern', async (t) => {
    assert.deepEqual(await list(t, 'LIST "Lists/" "dev/*"'), [
      '* LIST (\\HasNoChildren) "/" Lists/dev/node',
      'OK List completed',
    ]);
  });

  it('knows INBOX in any case', async (t) => {
    assert.deepEqual(await list(t, 'LIST "" iNbOx'), [
      '* LIST (\\HasNoChildren) "/" INBOX',
      'OK List completed',
    ]);
  });

  it('answers an empty pattern with the delimiter', async (t) => {
    assert.deepEqual(await list(t, 'LIST "" ""'), ['* LIST (\\Noselect) "/" ""', 'OK List completed']);
  });

  it('places the default mailboxes below INBOX in that layout', async (t) => {
    const users = [{ name: 'ann', password: 'secret' }];
    assert.deepEqual(await list(t, 'LIST "" *', { users, layout: BELOW_INBOX_LAYOUT }), [
      '* LIST (\\HasChildren) "." INBOX',
      '* LIST (\\HasNoChildren \\Drafts) "." INBOX.Drafts',
      '* LIST (\\HasNoChildren \\Sent) "." INBOX.Sent',
      '* LIST (\\HasNoChildren \\Junk) "." INBOX.Junk',
      '* LIST (\\HasNoChildren \\Trash) "." INBOX.Trash',
      '* LIST (\\HasNoChildren \\Archive) "." INBOX.Archive',
      'OK List completed',
    ]);
  });

  it('says neither children nor special uses when those capabilities are off', async (t) => {
    const capabilities = { without: ['CHILDREN', 'SPECIAL-USE'] } as const;
    assert.deepEqual(await list(t, 'LIST "" Ges*', { capabilities }), [
      '* LIST () "/" "Gesendet &- Entw&APw-rfe"',
      'OK List completed',
    ]);
  });
});

describe('LIST with options', () => {
  it('says only what RETURN asks for', async (t) => {
    assert.deepEqual(await list(t, 'LIST "" (INBOX Lists/%) RETURN (CHILDREN)'), [
      '* LIST (\\HasNoChildren) "/" INBOX',
      '* LIST (\\NonExistent \\HasChildren) "/" Lists/dev',
      'OK List completed',
    ]);
  });

  it('returns subscriptions and special uses', async (t) => {
    assert.deepEqual(await list(t, 'LIST "" (Work* Ges*) RETURN (SUBSCRIBED SPECIAL-USE)'), [
      '* LIST (\\Subscribed) "/" Work',
      '* LIST () "/" Work/2025',
      '* LIST (\\Subscribed \\Sent) "/" "Gesendet &- Entw&APw-rfe"',
      'OK List completed',
    ]);
  });

  it('returns the status of each mailbox that has one', async (t) => {
    assert.deepEqual(await list(t, 'LIST "" Lists* RETURN (STATUS (MESSAGES UNSEEN))'), [
      '* LIST (\\NonExistent) "/" Lists',
      '* LIST (\\NonExistent) "/" Lists/dev',
      '* LIST () "/" Lists/dev/node',
      '* STATUS Lists/dev/node (MESSAGES 0 UNSEEN 0)',
      'OK List completed',
    ]);
  });

  it('selects by special use', async (t) => {
    assert.deepEqual(await list(t, 'LIST (SPECIAL-USE) "" *'), [
      '* LIST (\\Sent) "/" "Gesendet &- Entw&APw-rfe"',
      'OK List completed',
    ]);
  });

  it('selects subscribed names, and with RECURSIVEMATCH the names above them', async (t) => {
    assert.deepEqual(await list(t, 'LIST (SUBSCRIBED RECURSIVEMATCH) "" %'), [
      '* LIST (\\Subscribed) "/" INBOX',
      '* LIST (\\Subscribed) "/" Work',
      '* LIST (\\Subscribed) "/" "Gesendet &- Entw&APw-rfe"',
      '* LIST (\\NonExistent) "/" Lists ("CHILDINFO" ("SUBSCRIBED"))',
      'OK List completed',
    ]);
  });

  it('is rejected without LIST-EXTENDED', async (t) => {
    const capabilities = { without: ['LIST-EXTENDED'] } as const;
    assert.deepEqual(await list(t, 'LIST "" * RETURN (CHILDREN)', { capabilities }), [
      'BAD Unexpected extra arguments',
    ]);
  });

  it('has no STATUS without LIST-STATUS', async (t) => {
    const capabilities = { without: ['LIST-STATUS'] } as const;
    assert.deepEqual(await list(t, 'LIST "" * RETURN (STATUS (MESSAGES))', { capabilities }), [
      'BAD Unknown LIST return option',
    ]);
  });
});

describe('LSUB', () => {
  it('shows subscribed names only', async (t) => {
    assert.deepEqual(await list(t, 'LSUB "" *'), [
      '* LSUB () "/" INBOX',
      '* LSUB () "/" Work',
      '* LSUB () "/" Lists/dev/node',
      '* LSUB () "/" "Gesendet &- Entw&APw-rfe"',
      'OK Lsub completed',
    ]);
  });

  it('shows a name above a subscribed one as not selectable', async (t) => {
    assert.deepEqual(await list(t, 'LSUB "" L%'), ['* LSUB (\\Noselect) "/" Lists', 'OK Lsub completed']);
  });
});
