import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchedMailboxes } from '../../../src/application/messages/searched-mailboxes.ts';
import type { Mailbox } from '../../../src/domain/mailboxes/mailbox.ts';
import { mailbox, mailboxName } from '../../http/in-memory-mail-store.ts';

const counts = (total: number) => ({ total, unread: 0, uidNext: 1, uidValidity: 1, highestModSeq: null });

const GMAIL: readonly Mailbox[] = [
  mailbox('INBOX', { delimiter: '/' }),
  mailbox('[Gmail]', { delimiter: '/', isSelectable: false }),
  mailbox('[Gmail]/All Mail', { delimiter: '/', specialUse: 'all' }),
  mailbox('[Gmail]/Spam', { delimiter: '/', specialUse: 'junk' }),
  mailbox('[Gmail]/Starred', { delimiter: '/', specialUse: 'flagged' }),
  mailbox('[Gmail]/Trash', { delimiter: '/', specialUse: 'trash' }),
  mailbox('Work', { delimiter: '/' }),
];

describe('searchedMailboxes', () => {
  it('are all that can be selected and have mail, INBOX first', () => {
    const mailboxes = [
      mailbox('Archive', { counts: counts(3) }),
      mailbox('Empty', { counts: counts(0) }),
      mailbox('Uncounted'),
      mailbox('Container', { isSelectable: false }),
      mailbox('INBOX', { counts: counts(1) }),
    ];

    assert.deepEqual(searchedMailboxes(mailboxes, []), ['INBOX', 'Archive', 'Uncounted']);
  });

  it('are All Mail where there is a mailbox with all mail', () => {
    assert.deepEqual(searchedMailboxes(GMAIL, []), ['[Gmail]/All Mail']);
  });

  it('are without junk and trash, and what is within them', () => {
    const mailboxes = [
      mailbox('INBOX', { delimiter: '/' }),
      mailbox('Spam', { delimiter: '/', specialUse: 'junk' }),
      mailbox('Trash', { delimiter: '/' }),
      mailbox('Trash/Old', { delimiter: '/' }),
      mailbox('Trashcan', { delimiter: '/' }),
    ];

    assert.deepEqual(searchedMailboxes(mailboxes, []), ['INBOX', 'Trashcan']);
  });

  it('are the ordinary ones where the roots do not show the mailbox with all mail', () => {
    assert.deepEqual(searchedMailboxes(GMAIL, [mailboxName('INBOX'), mailboxName('Work')]), [
      'INBOX',
      'Work',
    ]);
  });

  it('are without views of other mailboxes', () => {
    const mailboxes = [mailbox('INBOX'), mailbox('Starred', { specialUse: 'flagged' })];

    assert.deepEqual(searchedMailboxes(mailboxes, []), ['INBOX']);
  });
});
