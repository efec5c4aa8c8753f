/** `GET /MailAccounts/{id}`: one account of the client. */
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MAIL_ACCOUNT_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { presentMailAccount } from '../resources/present-mail-account.ts';
import { getMailAccountOperation } from './get-operation.ts';

export function getMailAccount(): ApiRoute {
  return readingRoute({
    path: MAIL_ACCOUNT_PATH,
    operation: getMailAccountOperation,
    login: 'account',
    primaryType: 'MailAccount',
    parameters: [],
    async handler(exchange) {
      return {
        kind: 'document',
        document: { data: presentMailAccount(accountOf(exchange.request), exchange) },
      };
    },
  });
}
