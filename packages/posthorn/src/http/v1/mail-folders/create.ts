import type { MailFolderChanges } from '../../../application/folders/mail-folder-changes.ts';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { ChangeFeed } from '../../../application/following/change-feed.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { Inclusion } from '../../../resources/related-resources.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { ALL_MAIL_FOLDERS_PATH, MAIL_FOLDERS_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { accountOfDocument } from '../request-document/document-account.ts';
import { pointingAt } from '../request-document/unknown-source.ts';
import { createMailFolderAnywhereOperation, createMailFolderOperation } from './create-operation.ts';
import { PARENT_POINTER, readNewFolder } from './folder-request.ts';
import { showFolder } from './show-folder.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly changeFeed: ChangeFeed;
  readonly mailFolderChanges: MailFolderChanges;
}

const ROUTE = { method: 'POST', primaryType: 'MailFolder', query: showing('MailFolder') } as const;

/** `POST /MailAccounts/{id}/MailFolders` */
export function createMailFolder(services: Services): ApiRoute {
  return writingRoute({
    ...ROUTE,
    path: MAIL_FOLDERS_PATH,
    operation: createMailFolderOperation,
    access: { login: 'account', scope: 'mail.write' },
    handler: (exchange, include) => create(services, { exchange, include }, accountOf(exchange.request)),
  });
}

/** `POST /MailFolders`, in the account of document or parent, or the only one. */
export function createMailFolderAnywhere(services: Services): ApiRoute {
  return writingRoute({
    ...ROUTE,
    path: ALL_MAIL_FOLDERS_PATH,
    access: { login: 'all-accounts', scope: 'mail.write' },
    operation: createMailFolderAnywhereOperation,
    async handler(exchange, include) {
      const account = await accountOfDocument(exchange.request, ['MailAccount', 'parent']);
      return create(services, { exchange, include }, account);
    },
  });
}

async function create(
  services: Services,
  { exchange, include }: { readonly exchange: Exchange; readonly include: Inclusion },
  account: MailAccount,
): Promise<DocumentAnswer> {
  const { mailFolderChanges } = services;
  const { request, signal, urls } = exchange;
  const { place, isSubscribed } = readNewFolder(request.body, account);
  requireNoTag(exchange);
  const creating = mailFolderChanges.create({ account, place }, signal);
  const folder = { account, mailbox: await pointingAt(PARENT_POINTER, creating) };
  if (!isSubscribed) await mailFolderChanges.setSubscribed({ ...folder, isSubscribed }, signal);
  const answer = await showFolder(services, { exchange, include, folder });
  const self = urls.mailFolder(folder);
  return { ...answer, status: 201, location: self, self: exchange.linkTo(self) };
}
