import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { createEventId, EVENT_ID, type EventIdentity } from '../../../src/domain/events/event-id.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';

const SAME: EventIdentity = {
  account: { id: 'jane' as MailAccountId, createdAt: 1_764_000_000_000 },
  kind: 'message.updated',
  mailbox: 'INBOX' as MailboxName,
  ...{ uidValidity: 7, uid: 3 },
  change: [12n, 'flagged'],
};

describe('Event ids', () => {
  it('are the same for a repetition, in every release', () => {
    assert.equal(createEventId(SAME), 'NjH3EEZb852Jhif7HXbPn5VZ4hcmo87H');
    assert.equal(createEventId({ ...SAME, change: ['12', 'flagged'] }), createEventId(SAME));
    assert.match(createEventId(SAME), EVENT_ID);
  });

  it('differ where anything of the event does', () => {
    const { mailbox: _mailbox, ...folderless } = SAME;
    const others: readonly EventIdentity[] = [
      { ...SAME, account: null },
      { ...SAME, account: { id: 'jane' as MailAccountId, createdAt: 1_764_000_000_001 } },
      { ...SAME, account: { id: 'ann' as MailAccountId, createdAt: 1_764_000_000_000 } },
      { ...SAME, kind: 'message.created' },
      { ...SAME, mailbox: 'INBOX.3' as MailboxName },
      { ...SAME, uidValidity: 73 },
      { ...SAME, uid: 37 },
      { ...SAME, change: [12n] },
      { ...SAME, change: [13n, 'flagged'] },
      { ...SAME, change: [12n, 'flagged', null] },
      { ...SAME, change: ['12,flagged'] },
      folderless,
    ];

    assert.equal(new Set([SAME, ...others].map(createEventId)).size, others.length + 1);
  });
});
