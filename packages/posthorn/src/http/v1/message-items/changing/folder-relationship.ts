import type { MessageChanges } from '../../../../application/changing/message-changes.ts';
import type { MailFolders } from '../../../../application/folders/mail-folders.ts';
import type { MessageItems } from '../../../../application/messages/message-items.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { mailFolderResourceId, messageResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import type { DocumentAnswer } from '../../json-api/answer.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { readingRoute, writingRoute } from '../../json-api/json-api-route.ts';
import { locateMessage } from '../../json-api/located-message.ts';
import { stateOfContent } from '../../json-api/message-state.ts';
import { expectedMessage } from '../../json-api/preconditions.ts';
import { FOLDER_RELATIONSHIP_PATH } from '../../paths.ts';
import { NO_PARAMETERS } from '../../query/query-reader.ts';
import { previousIdOf } from '../reading/show-message.ts';
import { readFolderLinkage } from './folder-linkage.ts';
import {
  getFolderRelationshipOperation,
  updateFolderRelationshipOperation,
} from './folder-relationship-operations.ts';
import { requireTarget } from './require-target.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly messageItems: MessageItems;
  readonly messageChanges: MessageChanges;
}

/** `GET …/MessageItems/{id}/relationships/MailFolder` */
export function getFolderRelationship(services: Omit<Services, 'messageChanges'>): ApiRoute {
  return readingRoute({
    path: FOLDER_RELATIONSHIP_PATH,
    operation: getFolderRelationshipOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MailFolder',
    query: NO_PARAMETERS,
    async handler(exchange) {
      const { message } = await locateMessage(exchange, services);
      const selection = { attributes: new Set<never>() };
      await services.messageItems.get({ ...message, selection }, exchange.signal);
      return tellFolder(exchange, message);
    },
  });
}

/** `PATCH …/relationships/MailFolder`: moves the message. */
export function updateFolderRelationship(services: Services): ApiRoute {
  const { mailFolders, messageChanges } = services;
  return writingRoute({
    method: 'PATCH',
    path: FOLDER_RELATIONSHIP_PATH,
    operation: updateFolderRelationshipOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MailFolder',
    query: NO_PARAMETERS,
    async handler(exchange) {
      const { request, signal } = exchange;
      const account = accountOf(request);
      const target = readFolderLinkage(request.body, account);
      const { message: previous } = await locateMessage(exchange, services);
      await requireTarget(mailFolders, { source: previous, target, pointer: '/data' }, signal);
      const update = { ...expectedMessage(exchange, previous), target };
      const { newRef } = await messageChanges.update(update, signal);
      return tellFolder(exchange, newRef ?? previous, previous);
    },
  });
}

/** The linkage; after a move also the new id. */
function tellFolder(
  { urls }: Exchange,
  message: ExactMessageRef,
  previous: ExactMessageRef = message,
): DocumentAnswer {
  const identifier = { type: 'MessageItem', id: messageResourceId(message) };
  return {
    kind: 'document',
    document: {
      data: { type: 'MailFolder', id: mailFolderResourceId(message) },
      links: { related: urls.mailFolder(message) },
      meta: { MessageItem: identifier, ...previousIdOf(previous, message) },
    },
    state: stateOfContent(message),
    self: urls.folderRelationship(message),
  };
}
