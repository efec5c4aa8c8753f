import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { MAIL_FOLDER_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { getMailFolderOperation } from './get-operation.ts';
import { type FolderServices, showFolder } from './show-folder.ts';

/** `GET …/MailFolders/{id}` */
export function getMailFolder(services: FolderServices): ApiRoute {
  return readingRoute({
    path: MAIL_FOLDER_PATH,
    operation: getMailFolderOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MailFolder',
    query: showing('MailFolder'),
    async handler(exchange, include) {
      const { request } = exchange;
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      return showFolder(services, { exchange, include, folder });
    },
  });
}
