import type { FolderType } from './folder-type.ts';
import type { MailboxCounts } from './mailbox.ts';
import type { MailboxName } from './mailbox-name.ts';

/** An IMAP mailbox as a node of the folder tree. */
export interface MailFolder {
  /** The full name, the folder's API id. */
  readonly mailbox: MailboxName;
  /** The last segment. */
  readonly name: string;
  readonly type: FolderType;
  readonly counts?: MailboxCounts;
  readonly children: readonly MailFolder[];
}
