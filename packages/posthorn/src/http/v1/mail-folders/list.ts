/** `GET /MailAccounts/{id}/MailFolders`: the folders of an account as a flat list, parents first. */
import { placeMailFolders } from '../../../application/folders/placed-mail-folder.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { ACCOUNT_FILTER, useNamedAccount } from '../filters/account-filter.ts';
import { ALL_MAIL_FOLDERS_PATH, MAIL_FOLDERS_PATH } from '../identifiers/paths.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { type JsonApiRoute, readingRoute } from '../json-api/json-api-route.ts';
import { KnownDocuments } from '../json-api/known-documents.ts';
import { parseInclude } from '../query/include.ts';
import { readSubscriptions, toFolderView } from '../resources/folder-view.ts';
import { presentMailAccount } from '../resources/present-mail-account.ts';
import { presentMailFolder } from '../resources/present-mail-folder.ts';
import { listMailFoldersAnywhereOperation, listMailFoldersOperation } from './list-operation.ts';
import { parseRootFilters } from './roots.ts';
import type { FolderServices } from './show-folder.ts';

/** Of the account of the address. */
export function listMailFolders(services: FolderServices): ApiRoute {
  return readingRoute({
    ...listRoute(services),
    path: MAIL_FOLDERS_PATH,
    operation: listMailFoldersOperation,
    login: 'account',
  });
}

/** Of the only account, or of the one that a filter names. */
export function listMailFoldersAnywhere(services: FolderServices): ApiRoute {
  return readingRoute({
    ...listRoute(services),
    path: ALL_MAIL_FOLDERS_PATH,
    operation: listMailFoldersAnywhereOperation,
    login: 'all-accounts',
  });
}

function listRoute({
  mailFolders,
  changeFeed,
}: FolderServices): Pick<JsonApiRoute, 'primaryType' | 'parameters' | 'check' | 'handler'> {
  const knownDocuments = new KnownDocuments();
  return {
    primaryType: 'MailFolder',
    parameters: ['include', 'filter', 'filter[root]', ACCOUNT_FILTER],
    check: parseRequest,
    async handler(exchange) {
      const { include, roots } = parseRequest(exchange);
      const account = accountOf(exchange.request);
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
  };
}

/** Throws RequestProblems with all that is wrong with the parameters. */
function parseRequest(exchange: Pick<Exchange, 'request' | 'parameters'>) {
  const { parameters } = exchange;
  return collectProblems({
    account: () => useNamedAccount(exchange),
    include: () => parseInclude(parameters, 'MailFolder'),
    roots: () => parseRootFilters(parameters),
  });
}
