/** `POST …/MessageItems/{id}/send`: sends a draft. */
import type { ExpectedMessage } from '../../../application/changing/expected-state.ts';
import type { SentMessage } from '../../../application/changing/sent-message.ts';
import type { MessageSubmissions } from '../../../application/sending/message-submissions.ts';
import { asSendingProblem } from '../../answer/sending-problem.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { SEND_PATH } from '../identifiers/paths.ts';
import { messageResourceId } from '../identifiers/resource-ids.ts';
import { asInvalidValue } from '../json-api/invalid-value.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { expectedMessage } from '../json-api/preconditions.ts';
import { parseInclude } from '../query/include.ts';
import { requireNothingMore } from '../request-document/resource-document.ts';
import { locateMessage } from '../resources/located-message.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { sendMessageItemOperation } from './send-operation.ts';
import { tellSent } from './sent-answer.ts';

type Services = RelatedServices & { readonly messageSubmissions: MessageSubmissions };

export function sendMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: SEND_PATH,
    operation: sendMessageItemOperation,
    primaryType: 'MessageItem',
    parameters: ['include', 'images', 'attributes'],
    isPatient: true,
    async handler(exchange) {
      const include = parseInclude(exchange.parameters, 'MessageItem');
      const { message } = await locateMessage(exchange, services);
      const identifier = { type: 'MessageItem', id: messageResourceId(message) } as const;
      requireNothingMore(exchange.request.body, identifier);
      const expected = expectedMessage(exchange, message);
      const sent = await send(services, expected, exchange.signal);
      return tellSent(services, { exchange, include, previous: message, sent });
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
    // No document came with the request that an error could point into.
    throw asInvalidValue(asSendingProblem(error), { isDocument: false });
  }
}
