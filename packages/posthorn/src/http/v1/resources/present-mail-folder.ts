/** A MailFolder as v1 shows it. */
import type { MailFolder } from '../../../domain/mail-folder.ts';
import { mailAccountResourceId, mailFolderResourceId } from '../identifiers/resource-ids.ts';
import type { FieldOf } from '../identifiers/resource-types.ts';
import type { ResourceUrls } from '../identifiers/resource-urls.ts';
import type { Resource, ResourceIdentifier } from '../json-api/json-api-document.ts';
import type { FolderView } from './folder-view.ts';
import { type Presentation, presentResource } from './present-resource.ts';

type View = FolderView & { readonly urls: ResourceUrls };

/** Null for numbers that the mail server does not report. */
const VALUES = {
  name: ({ placed, mailbox }) => placed?.folder.name ?? mailbox,
  path: ({ mailbox }) => mailbox,
  folderType: ({ placed }) => placed?.folder.type ?? 'FOLDER',
  unreadMessages: ({ counts }) => counts?.unread ?? null,
  totalMessages: ({ counts }) => counts?.total ?? null,
  uidNext: ({ counts }) => counts?.uidNext ?? null,
  uidValidity: ({ counts }) => counts?.uidValidity ?? null,
  subscribed: ({ subscribed, mailbox }) => subscribed?.has(mailbox),
  MailAccount: ({ account, urls }) => ({
    links: { related: urls.mailAccount(account.id) },
    data: { type: 'MailAccount', id: mailAccountResourceId(account.id) },
  }),
  parent: (view) => presentParent(view),
  children: (view) => ({ data: (view.placed?.folder.children ?? []).map((child) => identify(view, child)) }),
  MessageItems: (view) => ({ links: { related: view.urls.messageItems(view) } }),
} satisfies Record<FieldOf<'MailFolder'>, (view: View) => unknown>;

/** The folder with the selected fields. */
export function presentMailFolder(
  folder: FolderView,
  { fields, urls, isMessageList = false }: Presentation,
): Resource {
  return presentResource({
    type: 'MailFolder',
    id: mailFolderResourceId(folder),
    self: isMessageList ? undefined : urls.mailFolder(folder),
    mask: fields.MailFolder,
    values: VALUES,
    view: { ...folder, urls },
  });
}

function presentParent(view: View): object {
  const parent = view.placed?.parent;
  if (!parent) return { data: null };
  const related = view.urls.mailFolder({ account: view.account, mailbox: parent.mailbox });
  return { links: { related }, data: identify(view, parent) };
}

function identify({ account }: View, { mailbox }: Pick<MailFolder, 'mailbox'>): ResourceIdentifier {
  return { type: 'MailFolder', id: mailFolderResourceId({ account, mailbox }) };
}
