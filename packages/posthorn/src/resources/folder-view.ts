import type { MailFolders } from '../application/folders/mail-folders.ts';
import type { PlacedMailFolder } from '../application/folders/placed-mail-folder.ts';
import type { MailAccount } from '../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../domain/accounts/mailbox-ref.ts';
import type { MailFolder } from '../domain/mailboxes/mail-folder.ts';
import type { MailboxCounts } from '../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../domain/mailboxes/mailbox-name.ts';
import type { FolderView } from './attributes/mail-folder-attributes.ts';
import type { SelectedFields } from './identifiers/resource-types.ts';
import type { ResourceReading } from './present-resource.ts';

/** A folder's view in the tree. */
export function toFolderView(account: MailAccount, placed: PlacedMailFolder): FolderView {
  const { mailbox, counts }: MailFolder = placed.folder;
  return { account, mailbox, counts, placed };
}

/** Selected subscriptions. */
export async function readSubscriptions(
  mailFolders: MailFolders,
  { fields, signal }: Pick<ResourceReading, 'fields' | 'signal'>,
  account: MailAccount,
): Promise<Pick<FolderView, 'subscribed'>> {
  if (!fields.MailFolder.has('subscribed')) return {};
  return { subscribed: await mailFolders.listSubscribed(account, signal) };
}

/** Messages whose folders are read. */
export interface FoldersOfMessages {
  readonly reading: ResourceReading;
  readonly messages: readonly MailboxRef[];
  readonly counts?: ReadonlyMap<MailboxName, Partial<MailboxCounts>>;
}

/** The messages' folders, in order of first occurrence. */
export async function readFolderViews(
  { mailFolders }: { readonly mailFolders: MailFolders },
  { reading, messages, counts = new Map() }: FoldersOfMessages,
): Promise<readonly FolderView[]> {
  const { account, fields, signal } = reading;
  const mailboxes = [...new Set(messages.map(({ mailbox }) => mailbox))];
  const areCountsKnown = mailboxes.every((mailbox) => counts.has(mailbox));
  const subscriptions = await readSubscriptions(mailFolders, reading, account);
  if (areCountsKnown && needsNoTree(fields)) {
    return mailboxes.map((mailbox) => ({ account, mailbox, counts: counts.get(mailbox), ...subscriptions }));
  }
  const found = await mailFolders.find({ account, mailboxes }, signal);
  return mailboxes.flatMap((mailbox) => {
    const placed = found.get(mailbox);
    return placed === undefined ? [] : [{ ...toFolderView(account, placed), ...subscriptions }];
  });
}

/** True if mailbox name and counts suffice. */
export function needsNoTree({ MailFolder: mask }: SelectedFields): boolean {
  return !(mask.has('name') || mask.has('folderType') || mask.has('parent') || mask.has('children'));
}
