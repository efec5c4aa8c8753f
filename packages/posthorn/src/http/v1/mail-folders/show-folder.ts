import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { ChangeFeed } from '../../../application/following/change-feed.ts';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { FolderView } from '../../../resources/attributes/mail-folder-attributes.ts';
import { needsNoTree, readSubscriptions, toFolderView } from '../../../resources/folder-view.ts';
import { presentMailAccount } from '../../../resources/present-mail-account.ts';
import { presentMailFolder } from '../../../resources/present-mail-folder.ts';
import type { Inclusion } from '../../../resources/related-resources.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';

/** Services that read a folder. */
export interface FolderServices {
  readonly mailFolders: MailFolders;
  readonly changeFeed: ChangeFeed;
}

/** A folder to show. */
export interface ShownFolder {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  readonly folder: MailboxRef;
}

/** Presents a folder with included resources. Throws errors of `MailFolders`. */
export async function showFolder(
  { mailFolders, changeFeed }: FolderServices,
  { exchange, include, folder }: ShownFolder,
): Promise<DocumentAnswer> {
  const view = await readFolder(mailFolders, folder, exchange);
  const data = presentMailFolder(view, exchange);
  const included = include?.has('MailAccount') ? [presentMailAccount(folder.account, exchange)] : [];
  const meta = stateOf(changeFeed, view);
  return { kind: 'document', document: { data, ...(meta && { meta }), ...(include && { included }) } };
}

function stateOf(
  changeFeed: ChangeFeed,
  { account, mailbox, counts }: FolderView,
): { readonly state: string } | undefined {
  const { uidValidity, uidNext, total, unread, highestModSeq = null } = counts ?? {};
  if (uidValidity === undefined || uidNext === undefined || total === undefined) return undefined;
  const known = { uidValidity, uidNext, total, unread: unread ?? 0, highestModSeq };
  return { state: changeFeed.folderState({ account, mailbox }, known) };
}

async function readFolder(
  mailFolders: MailFolders,
  folder: MailboxRef,
  { fields, signal }: Exchange,
): Promise<FolderView> {
  const { account } = folder;
  const view = needsNoTree(fields)
    ? { ...folder, counts: await mailFolders.count(folder, signal) }
    : toFolderView(account, await mailFolders.get(folder, signal));
  return { ...view, ...(await readSubscriptions(mailFolders, { fields, signal }, account)) };
}
