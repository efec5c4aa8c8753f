import type { MailFolderChanges } from '../../../application/folders/mail-folder-changes.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { MAIL_FOLDER_PATH } from '../paths.ts';
import { NO_PARAMETERS } from '../query/query-reader.ts';
import { deleteMailFolderOperation } from './delete-operation.ts';

interface Services {
  readonly mailFolderChanges: MailFolderChanges;
}

/** `DELETE …/MailFolders/{id}`: deletes a folder and its messages. */
export function deleteMailFolder({ mailFolderChanges }: Services): ApiRoute {
  return writingRoute({
    method: 'DELETE',
    path: MAIL_FOLDER_PATH,
    operation: deleteMailFolderOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MailFolder',
    query: NO_PARAMETERS,
    async handler(exchange) {
      const { request, signal } = exchange;
      requireNoTag(exchange);
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      await mailFolderChanges.delete(folder, signal);
      return { kind: 'no-content' };
    },
  });
}
