import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { PlacedMailFolder } from '../../../application/folders/placed-mail-folder.ts';
import type { AccountChanges, ChangeFeed } from '../../../application/following/change-feed.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { readSubscriptions, toFolderView } from '../../../resources/folder-view.ts';
import { mailFolderResourceId } from '../../../resources/identifiers/resource-ids.ts';
import type { Resource } from '../../../resources/json-api-document.ts';
import { presentMailAccount } from '../../../resources/present-mail-account.ts';
import { presentMailFolder } from '../../../resources/present-mail-folder.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { ACCOUNT_CHANGES_PATH } from '../paths.ts';
import { together } from '../query/query-reader.ts';
import { showing } from '../query/shown-resources.ts';
import { accountChangesOperation } from './account-changes-operation.ts';
import { asCreated, asUpdated, CHANGING_FOLDER_FIELDS } from './changed-resource.ts';
import { sinceParameter } from './since-parameter.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly changeFeed: ChangeFeed;
}

/** `GET …/MailAccounts/{id}/changes`: folders changed since a state. */
export function getAccountChanges({ mailFolders, changeFeed }: Services): ApiRoute {
  return readingRoute({
    path: ACCOUNT_CHANGES_PATH,
    operation: accountChangesOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MailFolder',
    query: together({ include: showing('MailFolder'), since: sinceParameter }),
    async handler(exchange, { include, since }) {
      const { request, signal } = exchange;
      const account = accountOf(request);
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
