import type { ConnectedAccounts } from '../../../application/connected/connected-accounts.ts';
import { ACCOUNT_SCOPE } from '../../../domain/rights/principal.ts';
import { presentMailAccount } from '../../../resources/present-mail-account.ts';
import { accountOf, provedPrincipalOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { MAIL_ACCOUNT_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { getMailAccountOperation } from './get-operation.ts';
import { accountIdIn, showConnected } from './show-connected.ts';

interface Services {
  readonly connectedAccounts: ConnectedAccounts | null;
}

/** `GET /MailAccounts/{id}` */
export function getMailAccount({ connectedAccounts }: Services): ApiRoute {
  return readingRoute({
    path: MAIL_ACCOUNT_PATH,
    operation: getMailAccountOperation,
    access: { login: 'stored-account', scope: ACCOUNT_SCOPE },
    primaryType: 'MailAccount',
    query: showing('MailAccount'),
    async handler(exchange) {
      if (connectedAccounts !== null && provedPrincipalOf(exchange.request)?.kind === 'key') {
        return showConnected(exchange, await connectedAccounts.get(accountIdIn(exchange)));
      }
      return {
        kind: 'document',
        document: { data: presentMailAccount(accountOf(exchange.request), exchange) },
      };
    },
  });
}
