/** What an answer shows of a folder. */
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { PlacedMailFolder } from '../../../application/folders/placed-mail-folder.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailFolder } from '../../../domain/mail-folder.ts';
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { SelectedFields } from '../identifiers/resource-types.ts';
import type { Exchange } from '../json-api/exchange.ts';

/** A folder, with as much of it as the selected fields need. */
export interface FolderView {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  /** Numbers of messages; all others come with the tree only. */
  readonly counts: Partial<MailboxCounts> | undefined;
  /** Absent where no selected field needs the tree. */
  readonly placed?: PlacedMailFolder;
  /** The folders that the user has subscribed to; absent when that is not selected. */
  readonly subscribed?: ReadonlySet<MailboxName>;
}

/** The view of a folder in the tree. */
export function toFolderView(account: MailAccount, placed: PlacedMailFolder): FolderView {
  const { mailbox, counts }: MailFolder = placed.folder;
  return { account, mailbox, counts, placed };
}

/** What the views of folders need in addition to their places: the subscriptions when they are selected. */
export async function readSubscriptions(
  mailFolders: MailFolders,
  { fields, signal }: Pick<Exchange, 'fields' | 'signal'>,
  account: MailAccount,
): Promise<Pick<FolderView, 'subscribed'>> {
  if (!fields.MailFolder.has('subscribed')) return {};
  return { subscribed: await mailFolders.listSubscribed(account, signal) };
}

/** What `readFolderViews` is asked for. */
export interface FoldersOfMessages {
  readonly exchange: Exchange;
  readonly messages: readonly MailboxRef[];
  /** Counts that are known already, by mailbox. */
  readonly counts?: ReadonlyMap<MailboxName, Partial<MailboxCounts>>;
}

/** The folders of messages of the account of the request, in the order in which they come up. */
export async function readFolderViews(
  { mailFolders }: { readonly mailFolders: MailFolders },
  { exchange, messages, counts = new Map() }: FoldersOfMessages,
): Promise<readonly FolderView[]> {
  const account = accountOf(exchange.request);
  const mailboxes = [...new Set(messages.map(({ mailbox }) => mailbox))];
  const areCountsKnown = mailboxes.every((mailbox) => counts.has(mailbox));
  const subscriptions = await readSubscriptions(mailFolders, exchange, account);
  if (areCountsKnown && needsNoTree(exchange.fields)) {
    return mailboxes.map((mailbox) => ({ account, mailbox, counts: counts.get(mailbox), ...subscriptions }));
  }
  const found = await mailFolders.find({ account, mailboxes }, exchange.signal);
  return mailboxes.flatMap((mailbox) => {
    const placed = found.get(mailbox);
    return placed === undefined ? [] : [{ ...toFolderView(account, placed), ...subscriptions }];
  });
}

/** True when the selected fields of a folder follow from the name of its mailbox and its counts alone. */
export function needsNoTree({ MailFolder: mask }: SelectedFields): boolean {
  return !(mask.has('name') || mask.has('folderType') || mask.has('parent') || mask.has('children'));
}
