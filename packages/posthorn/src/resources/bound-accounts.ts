import type { MailAccountId } from '../domain/accounts/mail-account.ts';
import { mailAccountResourceId } from './identifiers/resource-ids.ts';
import type { Relationship } from './json-api-document.ts';

/** A binding's accounts. An empty list means all, unless they are gone. */
export function boundAccounts(accounts: readonly MailAccountId[] | null): Relationship {
  const data = (accounts ?? []).map(
    (id) => ({ type: 'MailAccount', id: mailAccountResourceId(id) }) as const,
  );
  return { data, ...(accounts?.length === 0 && { meta: { accountsAreGone: true } }) };
}
