import type { ApiKey } from '../domain/rights/api-key.ts';
import { apiKeyAttributes } from './attributes/api-key-attributes.ts';
import { presentersOf } from './attributes/attribute.ts';
import { boundAccounts } from './bound-accounts.ts';
import type { FieldOf } from './identifiers/resource-types.ts';
import type { Resource } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

const VALUES = {
  ...presentersOf(apiKeyAttributes),
  MailAccounts: ({ key }) => boundAccounts(key.accounts),
} satisfies Record<FieldOf<'ApiKey'>, (view: { readonly key: ApiKey }) => unknown>;

/** A key without its secret. */
export function presentApiKey(key: ApiKey, { fields, urls }: Presentation): Resource {
  return presentResource({
    ...{ type: 'ApiKey', id: key.id, self: urls.apiKey(key.id) },
    ...{ mask: fields.ApiKey, values: VALUES, view: { key } },
  });
}
