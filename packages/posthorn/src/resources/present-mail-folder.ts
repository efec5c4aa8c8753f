import type { MailFolder } from '../domain/mailboxes/mail-folder.ts';
import { presentersOf } from './attributes/attribute.ts';
import { type FolderView, mailFolderAttributes } from './attributes/mail-folder-attributes.ts';
import { mailAccountResourceId, mailFolderResourceId } from './identifiers/resource-ids.ts';
import type { FieldOf } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Resource, ResourceIdentifier } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

type View = FolderView & { readonly urls: ResourceUrls };

const VALUES = {
  ...presentersOf(mailFolderAttributes),
  MailAccount: ({ account, urls }) => ({
    links: { related: urls.mailAccount(account.id) },
    data: { type: 'MailAccount', id: mailAccountResourceId(account.id) },
  }),
  parent: (view) => presentParent(view),
  children: (view) => ({ data: (view.placed?.folder.children ?? []).map((child) => identify(view, child)) }),
  MessageItems: (view) => ({ links: { related: view.urls.messageItems(view) } }),
} satisfies Record<FieldOf<'MailFolder'>, (view: View) => unknown>;

/** A folder. */
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
