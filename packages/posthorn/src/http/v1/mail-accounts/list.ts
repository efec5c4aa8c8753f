/** `GET /MailAccounts`: the accounts of the client. */
import { accountsOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MAIL_ACCOUNTS_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { presentMailAccount } from '../resources/present-mail-account.ts';
import { listMailAccountsOperation } from './list-operation.ts';

export function listMailAccounts(): ApiRoute {
  return readingRoute({
    path: MAIL_ACCOUNTS_PATH,
    operation: listMailAccountsOperation,
    login: 'all-accounts',
    primaryType: 'MailAccount',
    parameters: [],
    async handler(exchange) {
      const data = accountsOf(exchange.request).map((account) => presentMailAccount(account, exchange));
      return { kind: 'document', document: { data } };
    },
  });
}
