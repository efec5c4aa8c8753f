import { presentersOf } from './attributes/attribute.ts';
import {
  type ConnectSessionView,
  connectSessionAttributes,
} from './attributes/connect-session-attributes.ts';
import { mailAccountResourceId } from './identifiers/resource-ids.ts';
import type { FieldOf } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Relationship, Resource } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

interface View extends ConnectSessionView {
  readonly urls: ResourceUrls;
}

const VALUES = {
  ...presentersOf(connectSessionAttributes),
  MailAccount: presentAccount,
} satisfies Record<FieldOf<'ConnectSession'>, (view: View) => unknown>;

/** A session without its page's secret. */
export function presentConnectSession(
  shown: ConnectSessionView['shown'],
  { fields, urls }: Presentation,
): Resource {
  const { id } = shown.session;
  return presentResource({
    ...{ type: 'ConnectSession', id, self: urls.connectSession(id) },
    ...{ mask: fields.ConnectSession, values: VALUES, view: { shown, urls } },
  });
}

function presentAccount({ shown: { session }, urls }: View): Relationship {
  const { account } = session;
  if (account === null) return { data: null };
  return {
    links: { related: urls.mailAccount(account) },
    data: { type: 'MailAccount', id: mailAccountResourceId(account) },
  };
}
