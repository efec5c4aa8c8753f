import type { MessageChanges } from '../../../../application/changing/message-changes.ts';
import type { MailFolders } from '../../../../application/folders/mail-folders.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { messageResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import type { Answer } from '../../json-api/answer.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { locateMessage } from '../../json-api/located-message.ts';
import { expectedMessage } from '../../json-api/preconditions.ts';
import { MESSAGE_ITEM_PATH } from '../../paths.ts';
import type { QueryReader } from '../../query/query-reader.ts';
import { badParameter, singleValueOf } from '../../query/query-values.ts';
import { deleteMessageItemOperation } from './delete-operation.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly messageChanges: MessageChanges;
}

const SKIP_TRASH = 'skipTrash';
const skipTrash: QueryReader<boolean> = {
  schemas: {
    [SKIP_TRASH]: {
      type: 'boolean',
      default: false,
      description: 'True: the message is deleted for good.',
      examples: [true],
    },
  },
  read({ parameters }) {
    const text = singleValueOf(parameters, SKIP_TRASH) ?? 'false';
    if (text !== 'true' && text !== 'false') throw badParameter(SKIP_TRASH, 'must be true or false');
    return text === 'true';
  },
};

/** `DELETE …/MessageItems/{id}`: moves a message to the trash, or deletes it permanently. */
export function deleteMessageItem(services: Services): ApiRoute {
  const { messageChanges } = services;
  return writingRoute({
    method: 'DELETE',
    path: MESSAGE_ITEM_PATH,
    operation: deleteMessageItemOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MessageItem',
    query: skipTrash,
    async handler(exchange, skipsTrash) {
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

function tellTrashed({ urls }: Exchange, message: ExactMessageRef): Answer {
  const trashed = { type: 'MessageItem', id: messageResourceId(message) };
  return {
    kind: 'document',
    document: { links: { related: urls.messageItem(message) }, meta: { trashed } },
    self: null,
  };
}
