/** `GET …/MailFolders/{id}`: one folder. */
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MAIL_FOLDER_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { parseInclude } from '../query/include.ts';
import { getMailFolderOperation } from './get-operation.ts';
import { type FolderServices, showFolder } from './show-folder.ts';

export function getMailFolder(services: FolderServices): ApiRoute {
  return readingRoute({
    path: MAIL_FOLDER_PATH,
    operation: getMailFolderOperation,
    login: 'account',
    primaryType: 'MailFolder',
    parameters: ['include'],
    async handler(exchange) {
      const { request, parameters } = exchange;
      const include = parseInclude(parameters, 'MailFolder');
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      return showFolder(services, { exchange, include, folder });
    },
  });
}
