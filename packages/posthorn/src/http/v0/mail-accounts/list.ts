import type { ConnectedAccounts } from '../../../application/connected/connected-accounts.ts';
import { ACCOUNT_SCOPE } from '../../../domain/rights/principal.ts';
import { boundFilterOf } from '../../request/login/accounts-of-key.ts';
import { accountsOf, provedPrincipalOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MAIL_ACCOUNTS_PATH } from '../request/paths.ts';
import { listMailAccountsOperation } from './list-operation.ts';
import { presentConnectedAccount, presentMailAccount } from './present.ts';

interface Services {
  readonly connectedAccounts: ConnectedAccounts | null;
}

/** `GET /MailAccounts`: the login's accounts, or an API key's connected ones. */
export function listMailAccounts({ connectedAccounts }: Services): ApiRoute {
  return {
    method: 'GET',
    path: MAIL_ACCOUNTS_PATH,
    operation: listMailAccountsOperation,
    access: { login: 'all-accounts', scope: ACCOUNT_SCOPE },
    async handler(request) {
      const isOfKey = connectedAccounts !== null && provedPrincipalOf(request)?.kind === 'key';
      if (!isOfKey) return { success: true, data: accountsOf(request).map(presentMailAccount) };
      const accounts = await connectedAccounts.listAll(boundFilterOf(request));
      return { success: true, data: accounts.flatMap(presentConnectedAccount) };
    },
  };
}
