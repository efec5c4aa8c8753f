import type { ExpectedMessage } from '../../../../application/changing/expected-state.ts';
import type { SentMessage } from '../../../../application/ports/state/sent-message.ts';
import type { MessageSubmissions } from '../../../../application/sending/message-submissions.ts';
import { messageResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import type { RelatedServices } from '../../../../resources/related-resources.ts';
import { asSendingProblem } from '../../../answer/sending-problem.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { asInvalidValue } from '../../json-api/invalid-value.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { locateMessage } from '../../json-api/located-message.ts';
import { expectedMessage } from '../../json-api/preconditions.ts';
import { SEND_PATH } from '../../paths.ts';
import { showing } from '../../query/shown-resources.ts';
import { requireNothingMore } from '../../request-document/resource-document.ts';
import { sendMessageItemOperation } from './send-operation.ts';
import { presentSent } from './sent-answer.ts';

type Services = RelatedServices & { readonly messageSubmissions: MessageSubmissions };

/** `POST …/MessageItems/{id}/send`: sends a draft. */
export function sendMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: SEND_PATH,
    operation: sendMessageItemOperation,
    access: { login: 'account', scope: 'mail.send' },
    primaryType: 'MessageItem',
    query: showing('MessageItem'),
    isPatient: true,
    async handler(exchange, include) {
      const { message } = await locateMessage(exchange, services);
      const identifier = { type: 'MessageItem', id: messageResourceId(message) } as const;
      requireNothingMore(exchange.request.body, identifier);
      const expected = expectedMessage(exchange, message);
      const sent = await send(services, expected, exchange.signal);
      return presentSent(services, { exchange, include, previous: message, sent });
    },
  });
}

async function send(
  { messageSubmissions }: Services,
  expected: ExpectedMessage,
  signal: AbortSignal,
): Promise<SentMessage> {
  try {
    return await messageSubmissions.send({ ...expected, isFiled: true }, signal);
  } catch (error) {
    throw asInvalidValue(asSendingProblem(error), { isDocument: false });
  }
}
