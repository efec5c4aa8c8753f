/** `DELETE …/MessageItems/{id}`: moves a message to the trash, or deletes it for good. */

import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MESSAGE_ITEM_PATH } from '../identifiers/paths.ts';
import { messageResourceId } from '../identifiers/resource-ids.ts';
import type { Answer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { expectedMessage } from '../json-api/preconditions.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';
import { locateMessage } from '../resources/located-message.ts';
import { deleteMessageItemOperation } from './delete-operation.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly messageChanges: MessageChanges;
}

const SKIP_TRASH = 'skipTrash';

export function deleteMessageItem(services: Services): ApiRoute {
  const { messageChanges } = services;
  return writingRoute({
    method: 'DELETE',
    path: MESSAGE_ITEM_PATH,
    operation: deleteMessageItemOperation,
    primaryType: 'MessageItem',
    parameters: [SKIP_TRASH],
    check: ({ parameters }) => readSkipTrash(parameters),
    async handler(exchange) {
      const skipsTrash = readSkipTrash(exchange.parameters);
      const { message } = await locateMessage(exchange, services);
      const expected = expectedMessage(exchange, message);
      if (skipsTrash) {
        await messageChanges.delete(expected, exchange.signal);
        return { kind: 'no-content' };
      }
      const trashed = await messageChanges.trash(expected, exchange.signal);
      return trashed === null ? { kind: 'no-content' } : tellTrashed(exchange, trashed);
    },
  });
}

function readSkipTrash(parameters: QueryParameters): boolean {
  const text = singleValueOf(parameters, SKIP_TRASH) ?? 'false';
  if (text !== 'true' && text !== 'false') throw badParameter(SKIP_TRASH, 'must be true or false');
  return text === 'true';
}

/** The message has left its folder, but still exists. */
function tellTrashed({ urls }: Exchange, message: ExactMessageRef): Answer {
  const trashed = { type: 'MessageItem', id: messageResourceId(message) };
  return {
    kind: 'document',
    document: { links: { related: urls.messageItem(message) }, meta: { trashed } },
    self: null,
  };
}
