/** What is known of a folder when it is shown. */

import type { PlacedMailFolder } from '../../../application/placed-mail-folder.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailFolder } from '../../../domain/mail-folder.ts';
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { SelectedFields } from '../resource-types.ts';

/** A folder, with as much of it as the selected fields need. */
export interface FolderView {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  /** Numbers of messages; the others come with the tree only. */
  readonly counts: Partial<MailboxCounts> | undefined;
  /** Absent where no selected field needs the tree. */
  readonly placed?: PlacedMailFolder;
}

/** The view of a folder in the tree. */
export function toFolderView(account: MailAccount, placed: PlacedMailFolder): FolderView {
  const { mailbox, counts }: MailFolder = placed.folder;
  return { account, mailbox, counts, placed };
}

/** True when the fields of a folder can be told by the name of its mailbox and its counts alone. */
export function needsNoTree({ MailFolder: mask }: SelectedFields): boolean {
  return !(mask.has('name') || mask.has('folderType') || mask.has('parent') || mask.has('children'));
}
