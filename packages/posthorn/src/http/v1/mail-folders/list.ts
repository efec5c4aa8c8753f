/** `GET /MailAccounts/{id}/MailFolders`: the folders of an account as a flat list, parents first. */
import type { MailFolders } from '../../../application/mail-folders.ts';
import { placeMailFolders } from '../../../application/placed-mail-folder.ts';
import { accountOf } from '../../request/authentication.ts';
import { collectProblems } from '../../request/collect-problems.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { parseInclude } from '../include.ts';
import { readingRoute } from '../json-api-route.ts';
import { MAIL_FOLDERS_PATH } from '../paths.ts';
import { readSubscriptions, toFolderView } from '../resources/folder-view.ts';
import { presentMailAccount } from '../resources/present-mail-account.ts';
import { presentMailFolder } from '../resources/present-mail-folder.ts';
import { listMailFoldersOperation } from './list-operation.ts';
import { parseRootFilters } from './roots.ts';

export function listMailFolders({ mailFolders }: { readonly mailFolders: MailFolders }): ApiRoute {
  return readingRoute({
    path: MAIL_FOLDERS_PATH,
    operation: listMailFoldersOperation,
    login: 'account',
    primaryType: 'MailFolder',
    parameters: ['include', 'filter', 'filter[root]'],
    async handler(exchange) {
      const account = accountOf(exchange.request);
      const { include, roots } = collectProblems({
        include: () => parseInclude(exchange.parameters, 'MailFolder'),
        roots: () => parseRootFilters(exchange.parameters),
      });
      const tree = await mailFolders.list({ account, ...(roots && { roots }) }, exchange.signal);
      const subscriptions = await readSubscriptions(mailFolders, exchange, account);
      const data = placeMailFolders(tree).map((placed) =>
        presentMailFolder({ ...toFolderView(account, placed), ...subscriptions }, exchange),
      );
      const included = include?.has('MailAccount') ? [presentMailAccount(account, exchange)] : [];
      return { kind: 'document', document: { data, ...(include && { included }) } };
    },
  });
}
