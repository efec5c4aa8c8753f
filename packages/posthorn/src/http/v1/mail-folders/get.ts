/** `GET …/MailFolders/{id}`: one folder. */
import type { MailFolders } from '../../../application/mail-folders.ts';
import { accountOf } from '../../request/authentication.ts';
import { mailboxOf } from '../../request/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { parseInclude } from '../include.ts';
import { readingRoute } from '../json-api-route.ts';
import { MAIL_FOLDER_PATH } from '../paths.ts';
import { getMailFolderOperation } from './get-operation.ts';
import { showFolder } from './show-folder.ts';

export function getMailFolder({ mailFolders }: { readonly mailFolders: MailFolders }): ApiRoute {
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
      return showFolder(mailFolders, { exchange, include, folder });
    },
  });
}
