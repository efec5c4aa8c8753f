import type { FolderType } from './folder-type.ts';
import type { MailboxCounts } from './mailbox.ts';
import type { MailboxName } from './mailbox-name.ts';

/** An IMAP mailbox in the tree. */
export interface MailFolder {
  /** Full; the API id. */
  readonly mailbox: MailboxName;
  /** The last segment. */
  readonly name: string;
  readonly type: FolderType;
  readonly counts?: MailboxCounts;
  readonly children: readonly MailFolder[];
}
