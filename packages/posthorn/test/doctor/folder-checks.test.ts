import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFolders } from '../../src/doctor/folder-checks.ts';
import type { Mailbox } from '../../src/domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../src/domain/mailboxes/mailbox-name.ts';
import { outline } from './probe-tools.ts';

const mailboxes = (...names: readonly string[]): readonly Mailbox[] =>
  names.map((name) => ({ name: name as MailboxName, delimiter: '/', isSelectable: true }));
const roots = (...names: readonly string[]) => names as readonly MailboxName[];

describe('the checks of folders', () => {
  it('name the mailbox of each type', () => {
    assert.deepEqual(checkFolders(mailboxes('INBOX', 'Entwürfe', 'Sent', 'Spam', 'Trash', 'Work'), []), [
      {
        check: 'folders',
        outcome: 'ok',
        finding:
          '6 mailboxes: INBOX is INBOX, DRAFT is Entwürfe, SENT is Sent, JUNK is Spam, TRASH is Trash.',
      },
    ]);
  });

  it('warn of types that are missing, and call a missing INBOX a problem', () => {
    assert.deepEqual(outline(checkFolders(mailboxes('Sent', 'Trash'), [])), [
      'ok folders',
      'problem folder INBOX',
      'warning folder DRAFT',
      'warning folder JUNK',
    ]);
  });

  it('need one of the roots', () => {
    const some = checkFolders(
      mailboxes('INBOX', 'Drafts', 'Sent', 'Junk', 'Trash'),
      roots('INBOX', '[Gmail]'),
    );
    const none = checkFolders(mailboxes('INBOX', 'Drafts', 'Sent', 'Junk', 'Trash'), roots('[Gmail]'));

    assert.deepEqual(outline(some), ['ok folders', 'ok folder roots']);
    assert.deepEqual(outline(none), ['ok folders', 'problem folder roots']);
  });
});
