/** `POST …/MessageItems/{id}/send`: sends a draft. */
import type { ExpectedMessage } from '../../../application/expected-state.ts';
import type { MessageSubmissions } from '../../../application/message-submissions.ts';
import type { SentMessage } from '../../../application/sent-message.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { asSendingProblem } from '../../answer/sending-problem.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { DocumentAnswer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { type Inclusion, parseInclude } from '../include.ts';
import { asInvalidValue } from '../invalid-value.ts';
import { writingRoute } from '../json-api-route.ts';
import { locateMessage } from '../located-message.ts';
import { SEND_PATH } from '../paths.ts';
import { expectedMessage } from '../preconditions.ts';
import { requireNothingMore } from '../resource-document.ts';
import { messageResourceId } from '../resource-ids.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { sendMessageItemOperation } from './send-operation.ts';
import { previousIdOf, showChangedMessage } from './show-message.ts';

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

interface Sending {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  readonly previous: ExactMessageRef;
  readonly sent: SentMessage;
}

/** The message where it is now; null where nobody knows that. It is sent, so that nothing here is a failure any more. */
async function tellSent(services: Services, { sent, ...shown }: Sending): Promise<DocumentAnswer> {
  const { submission, filed, warnings } = sent;
  const { previous } = shown;
  const meta = { accepted: submission?.accepted ?? null, rejected: rejectedOf(sent), warnings };
  // What could not be filed is where the draft was.
  const current = filed ?? (warnings.includes('not-filed') ? previous : null);
  const message = current && { ...previous, ...current };
  const answer = message && (await unlessLost(showChangedMessage(services, { ...shown, message })));
  if (message === null || answer === null) {
    return { kind: 'document', document: { data: null, meta }, self: null };
  }
  const allMeta = { ...meta, ...previousIdOf(previous, message) };
  return { ...answer, document: { ...answer.document, meta: allMeta } };
}

function rejectedOf({ submission }: SentMessage): readonly object[] | null {
  if (submission === null) return null;
  return submission.rejected.map(({ address, replyCode, enhancedCode }) => ({
    address,
    code: replyCode,
    enhancedCode,
  }));
}

async function unlessLost<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof MailError) return null;
    throw error;
  }
}
