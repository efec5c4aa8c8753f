/** `GET /MailAccounts/{id}/MailFolders`: the folders of an account as a flat list, parents first. */
import { placeMailFolders } from '../../../application/folders/placed-mail-folder.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MAIL_FOLDERS_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { KnownDocuments } from '../json-api/known-documents.ts';
import { parseInclude } from '../query/include.ts';
import { readSubscriptions, toFolderView } from '../resources/folder-view.ts';
import { presentMailAccount } from '../resources/present-mail-account.ts';
import { presentMailFolder } from '../resources/present-mail-folder.ts';
import { listMailFoldersOperation } from './list-operation.ts';
import { parseRootFilters } from './roots.ts';
import type { FolderServices } from './show-folder.ts';

export function listMailFolders({ mailFolders, changeFeed }: FolderServices): ApiRoute {
  const knownDocuments = new KnownDocuments();
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
      // What a document shows in addition to the tree is read from elsewhere.
      const isOfTree = include === null && !exchange.fields.MailFolder.has('subscribed');
      const octets = isOfTree ? knownDocuments.find(tree, exchange) : undefined;
      if (octets) return { kind: 'known-document', octets };
      const subscriptions = await readSubscriptions(mailFolders, exchange, account);
      const folders = placeMailFolders(tree);
      const data = folders.map((placed) =>
        presentMailFolder({ ...toFolderView(account, placed), ...subscriptions }, exchange),
      );
      const included = include?.has('MailAccount') ? [presentMailAccount(account, exchange)] : [];
      // A state is about all folders that the account shows.
      const meta = roots ? undefined : { state: changeFeed.accountState(account, folders) };
      return {
        kind: 'document',
        document: { data, ...(meta && { meta }), ...(include && { included }) },
        ...(isOfTree && { onOctets: (written: Buffer) => knownDocuments.keep(tree, exchange, written) }),
      };
    },
  });
}
