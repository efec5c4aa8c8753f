import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { ID_SEPARATOR, mailAccountResourceId } from '../../../resources/identifiers/resource-ids.ts';
import { accountsOf, narrowToAccount } from '../../request/login/authentication.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { AskedQuery, QueryReader } from '../query/query-reader.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';

export const ACCOUNT_FILTER = 'filter[MailAccount]';
const ID_FILTERS = ['filter[MailFolder]', 'filter[id]', 'filter[id][]'];

/** `filter[MailAccount]`. Read it before the account's parameters. */
export const accountFilter: QueryReader<void> = {
  schemas: {
    'filter[MailAccount]': {
      type: 'string',
      description: 'The id of the account, where the client has several.',
      examples: ['demo'],
    },
  },
  read: useNamedAccount,
};

/** Selects the filter's account, that of ids in other filters, or the only one. */
function useNamedAccount({ request, parameters }: Pick<AskedQuery, 'request' | 'parameters'>): void {
  const accounts = accountsOf(request);
  const account = findAccount(accounts, parameters);
  if (account === undefined) {
    const ids = accounts.map(({ id }) => mailAccountResourceId(id)).join(', ');
    throw badParameter(ACCOUNT_FILTER, `must be the id of one of your accounts${ids && `: ${ids}`}`);
  }
  narrowToAccount(request, account);
}

function findAccount(accounts: readonly MailAccount[], parameters: QueryParameters): MailAccount | undefined {
  const named = singleValueOf(parameters, ACCOUNT_FILTER);
  if (named === undefined && accounts.length === 1) return accounts[0];
  const inFilters = idInFilters(parameters);
  return accounts.find(({ id }) => mailAccountResourceId(id) === (named ?? inFilters));
}

function idInFilters(parameters: QueryParameters): string | undefined {
  return ID_FILTERS.flatMap((name) => parameters.get(name) ?? [])[0]?.split(ID_SEPARATOR, 1)[0];
}
