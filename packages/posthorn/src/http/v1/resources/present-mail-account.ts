/** A MailAccount as v1 shows it. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import { mailAccountResourceId } from '../identifiers/resource-ids.ts';
import type { FieldOf } from '../identifiers/resource-types.ts';
import type { ResourceUrls } from '../identifiers/resource-urls.ts';
import type { Resource } from '../json-api/json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

interface View {
  readonly account: MailAccount;
  readonly urls: ResourceUrls;
}

/** The names are those of mail server entries. Null for an account without a sending server. */
const VALUES = {
  name: ({ account }) => account.name,
  from: ({ account }) => account.from,
  replyTo: ({ account }) => account.replyTo,
  inbox_type: ({ account }) => account.inbox.type,
  inbox_address: ({ account }) => account.inbox.host,
  inbox_port: ({ account }) => account.inbox.port,
  inbox_ssl: ({ account }) => account.inbox.isTls,
  inbox_user: ({ account }) => account.login.user,
  outbox_address: ({ account }) => account.outbox?.host ?? null,
  outbox_port: ({ account }) => account.outbox?.port ?? null,
  outbox_secure: ({ account: { outbox } }) =>
    outbox === undefined || outbox.security === 'none' ? null : outbox.security,
  outbox_user: ({ account }) => account.outbox?.login.user ?? null,
  subscriptions: ({ account }) => account.roots,
  MailFolders: ({ account, urls }) => ({ links: { related: urls.mailFolders(account.id) } }),
  MessageItems: ({ account, urls }) => ({ links: { related: urls.accountMessageItems(account.id) } }),
} satisfies Record<FieldOf<'MailAccount'>, (view: View) => unknown>;

/** The account with the selected fields. Passwords are never among them. */
export function presentMailAccount(
  account: MailAccount,
  { fields, urls, isMessageList = false }: Presentation,
): Resource {
  return presentResource({
    type: 'MailAccount',
    id: mailAccountResourceId(account.id),
    self: isMessageList ? undefined : urls.mailAccount(account.id),
    mask: fields.MailAccount,
    values: VALUES,
    view: { account, urls },
  });
}
