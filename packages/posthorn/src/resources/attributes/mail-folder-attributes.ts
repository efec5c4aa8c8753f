import type { PlacedMailFolder } from '../../application/folders/placed-mail-folder.ts';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { FOLDER_TYPES } from '../../domain/mailboxes/folder-type.ts';
import type { MailboxCounts } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import { type Attribute, optional, type Schema, shown } from './attribute.ts';

/** A folder with parts for the selected fields. */
export interface FolderView {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  readonly counts: Partial<MailboxCounts> | undefined;
  /** Absent if no selected field needs the tree. */
  readonly placed?: PlacedMailFolder;
  readonly subscribed?: ReadonlySet<MailboxName>;
}

function numberOrNull(description: string): Schema {
  return { type: ['integer', 'null'], minimum: 0, description };
}

/** Null: the mail server reports no number. */
export const mailFolderAttributes = {
  name: shown(
    { type: 'string', description: 'The last segment of the path.' },
    ({ placed, mailbox }) => placed?.folder.name ?? mailbox,
  ),
  path: shown({ type: 'string', description: 'The full name of the mailbox.' }, ({ mailbox }) => mailbox),
  folderType: shown(
    {
      type: 'string',
      enum: FOLDER_TYPES,
      description: 'Each type but `FOLDER` occurs once at most.',
    },
    ({ placed }) => placed?.folder.type ?? 'FOLDER',
  ),
  unreadMessages: shown(
    numberOrNull('Null when the folder holds no messages of its own.'),
    ({ counts }) => counts?.unread ?? null,
  ),
  totalMessages: shown(
    numberOrNull('Null when the folder holds no messages of its own.'),
    ({ counts }) => counts?.total ?? null,
  ),
  uidNext: optional(
    numberOrNull('Messages that arrive from now on have this uid or a higher one.'),
    ({ counts }) => counts?.uidNext ?? null,
  ),
  uidValidity: optional(
    numberOrNull('When it changes, the uids of the folder name other messages.'),
    ({ counts }) => counts?.uidValidity ?? null,
  ),
  // Costs a LIST command.
  subscribed: optional(
    { type: 'boolean', description: 'True when the user wants to see the folder.' },
    ({ subscribed, mailbox }) => subscribed?.has(mailbox),
  ),
} as const satisfies Readonly<Record<string, Attribute<FolderView>>>;
