/** `filter[MailAccount]`: which account a list is of, where the address names none. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import { accountsOf, narrowToAccount } from '../../request/login/authentication.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { ID_SEPARATOR, mailAccountResourceId } from '../identifiers/resource-ids.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';

export const ACCOUNT_FILTER = 'filter[MailAccount]';
/** Filters with ids, each of which begins with that of its account. */
const ID_FILTERS = ['filter[MailFolder]', 'filter[id]', 'filter[id][]'];

/**
 * Leaves for `accountOf` the account that the filter names, else that of the ids in other filters, else the only one. Throws
 * RequestProblems where the client has several, or not this one.
 */
export function useNamedAccount({ request, parameters }: Pick<Exchange, 'request' | 'parameters'>): void {
  const accounts = accountsOf(request);
  const account = findAccount(accounts, parameters);
  if (account === undefined) {
    const ids = accounts.map(({ id }) => mailAccountResourceId(id)).join(', ');
    throw badParameter(ACCOUNT_FILTER, `must be the id of one of your accounts: ${ids}`);
  }
  narrowToAccount(request, account);
}

function findAccount(accounts: readonly MailAccount[], parameters: QueryParameters): MailAccount | undefined {
  const named = singleValueOf(parameters, ACCOUNT_FILTER);
  if (named === undefined && accounts.length === 1) return accounts[0];
  const inIds = ID_FILTERS.flatMap((name) => parameters.get(name) ?? [])[0]?.split(ID_SEPARATOR, 1)[0];
  return accounts.find(({ id }) => mailAccountResourceId(id) === (named ?? inIds));
}
