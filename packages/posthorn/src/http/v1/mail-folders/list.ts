import { placeMailFolders } from '../../../application/folders/placed-mail-folder.ts';
import { readSubscriptions, toFolderView } from '../../../resources/folder-view.ts';
import { presentMailAccount } from '../../../resources/present-mail-account.ts';
import { presentMailFolder } from '../../../resources/present-mail-folder.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { accountFilter } from '../filters/account-filter.ts';
import { DocumentCache } from '../json-api/document-cache.ts';
import { type JsonApiRoute, readingRoute } from '../json-api/json-api-route.ts';
import { ALL_MAIL_FOLDERS_PATH, MAIL_FOLDERS_PATH } from '../paths.ts';
import { together } from '../query/query-reader.ts';
import { showing } from '../query/shown-resources.ts';
import { listMailFoldersAnywhereOperation, listMailFoldersOperation } from './list-operation.ts';
import { rootFilters } from './roots.ts';
import type { FolderServices } from './show-folder.ts';

const PARAMETERS = together({
  account: accountFilter,
  include: showing('MailFolder'),
  roots: rootFilters,
});
type ListQuery = ReturnType<(typeof PARAMETERS)['read']>;

/** `GET /MailAccounts/{id}/MailFolders`: a flat list, parents first. */
export function listMailFolders(services: FolderServices): ApiRoute {
  return readingRoute({
    ...listRoute(services),
    path: MAIL_FOLDERS_PATH,
    operation: listMailFoldersOperation,
    access: { login: 'account', scope: 'mail.read' },
  });
}

/** `GET /MailFolders`, of the only account or a filter's. */
export function listMailFoldersAnywhere(services: FolderServices): ApiRoute {
  return readingRoute({
    ...listRoute(services),
    path: ALL_MAIL_FOLDERS_PATH,
    operation: listMailFoldersAnywhereOperation,
    access: { login: 'named-account', scope: 'mail.read' },
  });
}

function listRoute({
  mailFolders,
  changeFeed,
}: FolderServices): Pick<JsonApiRoute<ListQuery>, 'primaryType' | 'query' | 'handler'> {
  const knownDocuments = new DocumentCache();
  return {
    primaryType: 'MailFolder',
    query: PARAMETERS,
    async handler(exchange, { include, roots }) {
      const account = accountOf(exchange.request);
      const tree = await mailFolders.list(
        { account, hasContainers: true, ...(roots && { roots }) },
        exchange.signal,
      );
      const isOfTree = include === null && !exchange.fields.MailFolder.has('subscribed');
      const octets = isOfTree ? knownDocuments.find(tree, exchange) : undefined;
      if (octets) return { kind: 'known-document', octets };
      const subscriptions = await readSubscriptions(mailFolders, exchange, account);
      const folders = placeMailFolders(tree);
      const data = folders.map((placed) =>
        presentMailFolder({ ...toFolderView(account, placed), ...subscriptions }, exchange),
      );
      const included = include?.has('MailAccount') ? [presentMailAccount(account, exchange)] : [];
      // A state covers all folders.
      const meta = roots ? undefined : { state: changeFeed.accountState(account, folders) };
      return {
        kind: 'document',
        document: { data, ...(meta && { meta }), ...(include && { included }) },
        ...(isOfTree && { onOctets: (written: Buffer) => knownDocuments.keep(tree, exchange, written) }),
      };
    },
  };
}
