import type { FolderPlace, MailFolderChanges } from '../../../application/folders/mail-folder-changes.ts';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { ChangeFeed } from '../../../application/following/change-feed.ts';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { mailFolderResourceId } from '../../../resources/identifiers/resource-ids.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { MAIL_FOLDER_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { relatedUnknown } from '../request-document/related-identifier.ts';
import { readChangedResource, requireId } from '../request-document/resource-document.ts';
import { type FolderUpdate, PARENT_POINTER, readFolderUpdate } from './folder-request.ts';
import { readRequestedChange } from './requested-change.ts';
import { showFolder } from './show-folder.ts';
import { updateMailFolderOperation } from './update-operation.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly changeFeed: ChangeFeed;
  readonly mailFolderChanges: MailFolderChanges;
}

/** `PATCH …/MailFolders/{id}`: renames or moves a folder, and changes its subscription. */
export function updateMailFolder(services: Services): ApiRoute {
  return writingRoute({
    method: 'PATCH',
    path: MAIL_FOLDER_PATH,
    operation: updateMailFolderOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MailFolder',
    query: showing('MailFolder'),
    async handler(exchange, include) {
      const { request, signal, urls } = exchange;
      const previous = { account: accountOf(request), mailbox: mailboxOf(request) };
      const requested = readChangedResource(request.body, 'MailFolder');
      const previousId = mailFolderResourceId(previous);
      requireId(requested, previousId);
      requireNoTag(exchange);
      const change = await readRequestedChange(services.mailFolders, {
        exchange,
        requested,
        folder: previous,
      });
      const update = readFolderUpdate(change, previous.account);
      const folder = await updateFolder(services, { previous, update }, signal);
      const answer = await showFolder(services, { exchange, include, folder });
      const isRenamed = mailFolderResourceId(folder) !== previousId;
      const meta = { ...answer.document.meta, ...(isRenamed && { previousId }) };
      const document = { ...answer.document, meta };
      return { ...answer, document, self: exchange.linkTo(urls.mailFolder(folder)) };
    },
  });
}

interface Updating {
  readonly previous: MailboxRef;
  readonly update: FolderUpdate;
}

async function updateFolder(
  services: Services,
  { previous, update: { name, parent, isSubscribed } }: Updating,
  signal: AbortSignal,
): Promise<MailboxRef> {
  const place = { ...(name !== undefined && { name }), ...(parent !== undefined && { parent }) };
  const isPlaced = Object.keys(place).length > 0;
  const folder = isPlaced ? await rename(services, { previous, place }, signal) : previous;
  if (isSubscribed !== undefined) {
    await services.mailFolderChanges.setSubscribed({ ...folder, isSubscribed }, signal);
  }
  return folder;
}

async function rename(
  { mailFolders, mailFolderChanges }: Services,
  { previous, place }: { readonly previous: MailboxRef; readonly place: Partial<FolderPlace> },
  signal: AbortSignal,
): Promise<MailboxRef> {
  const { account, mailbox } = previous;
  try {
    return { account, mailbox: await mailFolderChanges.rename({ ...previous, change: place }, signal) };
  } catch (error) {
    const isUnknown = error instanceof MailError && error.code === 'mailbox-unknown';
    if (!isUnknown || !place.parent) throw error;
    // Distinguishes a missing folder from a missing parent.
    const found = await mailFolders.find({ account, mailboxes: [mailbox] }, signal);
    if (!found.has(mailbox)) throw error;
    const id = mailFolderResourceId({ account, mailbox: place.parent });
    throw relatedUnknown('mailbox-unknown', { id, pointer: PARENT_POINTER });
  }
}
