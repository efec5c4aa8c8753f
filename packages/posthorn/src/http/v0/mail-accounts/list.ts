/** `GET /MailAccounts`: the accounts of the client. */
import { accountsOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MAIL_ACCOUNTS_PATH } from '../request/paths.ts';
import { listMailAccountsOperation } from './list-operation.ts';
import { presentMailAccount } from './present.ts';

export function listMailAccounts(): ApiRoute {
  return {
    method: 'GET',
    path: MAIL_ACCOUNTS_PATH,
    operation: listMailAccountsOperation,
    login: 'all-accounts',
    handler: async (request) => ({ success: true, data: accountsOf(request).map(presentMailAccount) }),
  };
}
