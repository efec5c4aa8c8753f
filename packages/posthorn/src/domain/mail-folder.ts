/** A MailFolder: an IMAP mailbox as clients see it, with its place in the tree. */
import type { FolderType } from './folder-type.ts';
import type { MailboxCounts } from './mailbox.ts';
import type { MailboxName } from './mailbox-name.ts';

/** One folder of the tree. */
export interface MailFolder {
  /** The full mailbox name: the folder's id in the API. */
  readonly mailbox: MailboxName;
  /** The last segment of the mailbox name. */
  readonly name: string;
  readonly type: FolderType;
  /** Absent when the server did not report them. */
  readonly counts?: MailboxCounts;
  readonly children: readonly MailFolder[];
}
