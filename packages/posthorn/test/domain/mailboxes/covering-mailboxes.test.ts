import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coveringMailboxes } from '../../../src/domain/mailboxes/covering-mailboxes.ts';
import type { Mailbox } from '../../../src/domain/mailboxes/mailbox.ts';
import { mailboxName } from '../../contracts/store-under-test.ts';

const mailbox = (name: string, more: Partial<Mailbox> = {}): Mailbox => ({
  name: mailboxName(name),
  delimiter: '/',
  isSelectable: true,
  ...more,
});
const names = (mailboxes: readonly Mailbox[]) => coveringMailboxes(mailboxes).map(({ name }) => name);

describe('coveringMailboxes', () => {
  it('are all that can be opened and may hold mail', () => {
    const counts = { total: 0, unread: 0, uidNext: 1, uidValidity: 1, highestModSeq: null };

    assert.deepEqual(
      names([mailbox('INBOX'), mailbox('[Gmail]', { isSelectable: false }), mailbox('Empty', { counts })]),
      ['INBOX'],
    );
  });

  it('are without those that only show again what is in others', () => {
    assert.deepEqual(
      names([
        mailbox('INBOX'),
        mailbox('Starred', { specialUse: 'flagged' }),
        mailbox('Important', { specialUse: 'important' }),
      ]),
      ['INBOX'],
    );
  });

  it('are the one with all mail, junk and trash, where there is one', () => {
    assert.deepEqual(
      names([
        mailbox('INBOX'),
        mailbox('Work'),
        mailbox('All Mail', { specialUse: 'all' }),
        mailbox('Spam', { specialUse: 'junk' }),
        mailbox('Bin', { specialUse: 'trash' }),
      ]),
      ['All Mail', 'Spam', 'Bin'],
    );
  });
});
