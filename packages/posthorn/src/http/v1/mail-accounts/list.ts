import type { ConnectedAccounts } from '../../../application/connected/connected-accounts.ts';
import { ACCOUNT_SCOPE } from '../../../domain/rights/principal.ts';
import { presentMailAccount } from '../../../resources/present-mail-account.ts';
import { toShownAccount } from '../../../resources/shown-account.ts';
import { boundFilterOf } from '../../request/login/accounts-of-key.ts';
import { accountsOf, provedPrincipalOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { MAIL_ACCOUNTS_PATH } from '../paths.ts';
import { positionLinks } from '../query/position-page.ts';
import { showing } from '../query/shown-resources.ts';
import {
  accountListQuery,
  filterOf,
  positionIn,
  positionOf,
  refuseListParameters,
} from './account-list-query.ts';
import { listMailAccountsOperation } from './list-operation.ts';

const ROUTE = {
  path: MAIL_ACCOUNTS_PATH,
  operation: listMailAccountsOperation,
  access: { login: 'all-accounts', scope: ACCOUNT_SCOPE },
  primaryType: 'MailAccount',
} as const;

interface Services {
  readonly connectedAccounts: ConnectedAccounts | null;
}

/** `GET /MailAccounts`: a login's accounts, or an API key's connected ones. */
export function listMailAccounts({ connectedAccounts }: Services): ApiRoute {
  if (connectedAccounts === null) {
    return readingRoute({ ...ROUTE, query: showing('MailAccount'), handler: listOfLogin });
  }
  return readingRoute({
    ...ROUTE,
    query: accountListQuery,
    async handler(exchange, query) {
      if (provedPrincipalOf(exchange.request)?.kind === 'key') {
        return listOfKey(connectedAccounts, exchange, query);
      }
      refuseListParameters(exchange.parameters);
      return listOfLogin(exchange);
    },
  });
}

async function listOfLogin(exchange: Exchange): Promise<DocumentAnswer> {
  const data = accountsOf(exchange.request).map((account) => presentMailAccount(account, exchange));
  return { kind: 'document', document: { data } };
}

async function listOfKey(
  connectedAccounts: ConnectedAccounts,
  exchange: Exchange,
  query: ReturnType<(typeof accountListQuery)['read']>,
): Promise<DocumentAnswer> {
  const { sort, page } = query;
  const filter = { ...filterOf(query), ...boundFilterOf(exchange.request) };
  const [found, total] = await Promise.all([
    connectedAccounts.list({ filter, sort, after: positionOf(query), limit: page.limit }),
    connectedAccounts.count(filter),
  ]);
  const links = positionLinks(exchange.link, found.next && positionIn(found.next, sort));
  const data = found.accounts.map((account) => presentMailAccount(toShownAccount(account), exchange));
  return {
    kind: 'document',
    document: { data, links, meta: { page: { total } } },
  };
}
