/** `POST …/MailFolders`: creates a folder. */
import type { ChangeFeed } from '../../../application/change-feed.ts';
import type { MailFolderChanges } from '../../../application/mail-folder-changes.ts';
import type { MailFolders } from '../../../application/mail-folders.ts';
import { accountOf } from '../../request/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { parseInclude } from '../include.ts';
import { writingRoute } from '../json-api-route.ts';
import { MAIL_FOLDERS_PATH } from '../paths.ts';
import { requireNoTag } from '../preconditions.ts';
import { pointingAt } from '../unknown-source.ts';
import { createMailFolderOperation } from './create-operation.ts';
import { PARENT_POINTER, readNewFolder } from './folder-request.ts';
import { showFolder } from './show-folder.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly changeFeed: ChangeFeed;
  readonly mailFolderChanges: MailFolderChanges;
}

export function createMailFolder(services: Services): ApiRoute {
  const { mailFolderChanges } = services;
  return writingRoute({
    method: 'POST',
    path: MAIL_FOLDERS_PATH,
    operation: createMailFolderOperation,
    primaryType: 'MailFolder',
    parameters: ['include'],
    async handler(exchange) {
      const { request, parameters, signal, urls } = exchange;
      const include = parseInclude(parameters, 'MailFolder');
      const account = accountOf(request);
      const { place, isSubscribed } = readNewFolder(request.body, account);
      requireNoTag(exchange);
      const creating = mailFolderChanges.create({ account, place }, signal);
      const location = { account, mailbox: await pointingAt(PARENT_POINTER, creating) };
      if (!isSubscribed) await mailFolderChanges.setSubscribed(location, false, signal);
      const answer = await showFolder(services, { exchange, include, location });
      const self = urls.mailFolder(location);
      return { ...answer, status: 201, location: self, self: exchange.linkTo(self) };
    },
  });
}
