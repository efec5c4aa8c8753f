import { presentersOf } from './attributes/attribute.ts';
import { mailAccountAttributes } from './attributes/mail-account-attributes.ts';
import { mailAccountResourceId } from './identifiers/resource-ids.ts';
import type { FieldOf } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Resource } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';
import type { ShownAccount } from './shown-account.ts';

interface View {
  readonly account: ShownAccount;
  readonly urls: ResourceUrls;
}

const VALUES = {
  ...presentersOf(mailAccountAttributes),
  MailFolders: ({ account, urls }) => ({ links: { related: urls.mailFolders(account.id) } }),
  MessageItems: ({ account, urls }) => ({ links: { related: urls.accountMessageItems(account.id) } }),
} satisfies Record<FieldOf<'MailAccount'>, (view: View) => unknown>;

/** An account without passwords. */
export function presentMailAccount(
  account: ShownAccount,
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
