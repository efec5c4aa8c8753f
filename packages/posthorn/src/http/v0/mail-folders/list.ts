import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { queryParametersOf } from '../../request/url/query-parameters.ts';
import { parseRoots } from '../../request/url/root-folders.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MAIL_FOLDERS_PATH } from '../request/paths.ts';
import { listMailFoldersOperation } from './list-operation.ts';
import { presentMailFolder } from './present.ts';

/** `GET /MailAccounts/{id}/MailFolders`: the folders as a tree. */
export function listMailFolders({ mailFolders }: { readonly mailFolders: MailFolders }): ApiRoute {
  return {
    method: 'GET',
    path: MAIL_FOLDERS_PATH,
    operation: listMailFoldersOperation,
    access: { login: 'account', scope: 'mail.read' },
    async handler(request) {
      const account = accountOf(request);
      const roots = parseRoots(queryParametersOf(request));
      const folders = await mailFolders.list({ account, ...(roots && { roots }) }, signalOf(request));
      return { success: true, data: folders.map((folder) => presentMailFolder(folder, account.id)) };
    },
  };
}
