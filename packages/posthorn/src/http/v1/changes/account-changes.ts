/** `GET …/MailAccounts/{id}/changes`: which folders of an account have changed since a state. */

import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { PlacedMailFolder } from '../../../application/folders/placed-mail-folder.ts';
import type { AccountChanges, ChangeFeed } from '../../../application/following/change-feed.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { ACCOUNT_CHANGES_PATH } from '../identifiers/paths.ts';
import { mailFolderResourceId } from '../identifiers/resource-ids.ts';
import type { Exchange } from '../json-api/exchange.ts';
import type { Resource } from '../json-api/json-api-document.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { parseInclude } from '../query/include.ts';
import { readSubscriptions, toFolderView } from '../resources/folder-view.ts';
import { presentMailAccount } from '../resources/present-mail-account.ts';
import { presentMailFolder } from '../resources/present-mail-folder.ts';
import { accountChangesOperation } from './account-changes-operation.ts';
import { asCreated, asUpdated, CHANGING_FOLDER_FIELDS } from './changed-resource.ts';
import { parseSince, SINCE } from './since-parameter.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly changeFeed: ChangeFeed;
}

export function getAccountChanges({ mailFolders, changeFeed }: Services): ApiRoute {
  return readingRoute({
    path: ACCOUNT_CHANGES_PATH,
    operation: accountChangesOperation,
    login: 'account',
    primaryType: 'MailFolder',
    parameters: ['include', SINCE],
    check: parseRequest,
    async handler(exchange) {
      const { request, signal } = exchange;
      const account = accountOf(request);
      const { include, since } = parseRequest(exchange);
      const changes = await changeFeed.readAccount({ account, since }, signal);
      const subscriptions = await readSubscriptions(mailFolders, exchange, account);
      const present = (placed: PlacedMailFolder): Resource =>
        presentMailFolder({ ...toFolderView(account, placed), ...subscriptions }, exchange);
      const data = [
        ...changes.created.map((placed) => asCreated(present(placed))),
        ...changes.updated.map((placed) => asUpdated(present(placed), CHANGING_FOLDER_FIELDS)),
      ];
      const included = include?.has('MailAccount') ? [presentMailAccount(account, exchange)] : [];
      const meta = metaOf(changes, account);
      return { kind: 'document', document: { data, meta, ...(include && { included }) } };
    },
  });
}

/** Throws RequestProblems with all that is wrong with the parameters. */
function parseRequest({ parameters }: Pick<Exchange, 'parameters'>) {
  return collectProblems({
    include: () => parseInclude(parameters, 'MailFolder'),
    since: () => parseSince(parameters),
  });
}

function metaOf(
  { removed, present, state }: AccountChanges,
  account: MailAccount,
): Readonly<Record<string, unknown>> {
  const idOf = (mailbox: MailboxName): string => mailFolderResourceId({ account, mailbox });
  return {
    removed: removed.map(idOf),
    ...(present && { present: { ids: present.map(idOf) } }),
    complete: true,
    more: false,
    state,
  };
}
