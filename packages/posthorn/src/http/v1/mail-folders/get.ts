/** `GET …/MailFolders/{id}`: one folder. */
import type { MailFolders } from '../../../application/mail-folders.ts';
import type { ApiRoute } from '../../api-route.ts';
import { accountOf } from '../../authentication.ts';
import { mailboxOf } from '../../path-parameters.ts';
import type { Exchange } from '../exchange.ts';
import { parseInclude } from '../include.ts';
import { readingRoute } from '../json-api-route.ts';
import { presentMailAccount } from '../mail-accounts/present.ts';
import { MAIL_FOLDER_PATH } from '../paths.ts';
import { type FolderView, needsNoTree, toFolderView } from './folder-view.ts';
import { presentMailFolder } from './present.ts';

export function getMailFolder({ mailFolders }: { readonly mailFolders: MailFolders }): ApiRoute {
  return readingRoute({
    path: MAIL_FOLDER_PATH,
    operation: { operationId: 'getMailFolder', summary: 'Get one mail folder', tags: ['MailFolders'] },
    login: 'account',
    primaryType: 'MailFolder',
    parameters: ['include'],
    async handler(exchange) {
      const include = parseInclude(exchange.parameters, 'MailFolder');
      const folder = await readFolder(mailFolders, exchange);
      const data = presentMailFolder(folder, exchange);
      const included = include?.has('MailAccount') ? [presentMailAccount(folder.account, exchange)] : [];
      return { kind: 'document', document: { data, ...(include && { included }) } };
    },
  });
}

/** The folder of the path; the tree is read only for fields that need it. */
async function readFolder(
  mailFolders: MailFolders,
  { request, fields, signal }: Exchange,
): Promise<FolderView> {
  const location = { account: accountOf(request), mailbox: mailboxOf(request) };
  if (needsNoTree(fields)) return { ...location, counts: await mailFolders.count(location, signal) };
  return toFolderView(location.account, await mailFolders.get(location, signal));
}
