/** The answer that shows one message. */

import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { messageResourceId } from '../identifiers/resource-ids.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { stateOfItem } from '../json-api/message-state.ts';
import type { Inclusion } from '../query/include.ts';
import { messageSelection } from '../resources/message-selection.ts';
import { presentMessageItem } from '../resources/present-message-item.ts';
import { type RelatedServices, readRelated } from '../resources/related-resources.ts';

/** A message that an answer shows. */
export interface ShownMessage {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  readonly message: ExactMessageRef;
  /** True: the message as it is now, even if the session that reads it has seen an older state. */
  readonly isCurrent?: boolean;
}

/** The message with the selected fields and what is included. Throws what the services throw. */
export async function showMessage(
  services: RelatedServices,
  { exchange, include, message, isCurrent = false }: ShownMessage,
): Promise<DocumentAnswer> {
  const { fields, signal } = exchange;
  const selection = { ...messageSelection(fields), isCurrent, isOwnChange: !isCurrent };
  const item = await services.messageItems.get({ ...message, selection }, signal);
  const { included, attachmentsOf } = await readRelated(services, {
    exchange,
    include,
    messages: [message],
  });
  const data = presentMessageItem({ message, item, attachments: attachmentsOf(message) }, exchange);
  return {
    kind: 'document',
    document: { data, ...(included && { included }) },
    state: stateOfItem({ message, item }, fields),
  };
}

/** A message after a change. */
export interface ChangedMessage extends ShownMessage {
  /** Where it was before. */
  readonly previous: ExactMessageRef;
  readonly warnings?: readonly string[];
}

/** The message as it is after a change, under its own address; `meta.previousId` when it has another id now. */
export async function showChangedMessage(
  services: RelatedServices,
  { previous, warnings = [], ...shown }: ChangedMessage,
): Promise<DocumentAnswer> {
  const answer = await showMessage(services, shown);
  const meta = { ...previousIdOf(previous, shown.message), ...(warnings.length > 0 && { warnings }) };
  return {
    ...answer,
    document: { ...answer.document, ...(Object.keys(meta).length > 0 && { meta }) },
    self: selfOf(shown),
  };
}

/** The message that was created, with its address as Location (JSON:API 1.1 §crud-creating-responses-201). */
export async function showNewMessage(
  services: RelatedServices,
  shown: ShownMessage,
): Promise<DocumentAnswer> {
  const { exchange, message } = shown;
  const location = exchange.urls.messageItem(message);
  return { ...(await showMessage(services, shown)), status: 201, location, self: selfOf(shown) };
}

/** `previousId` for the meta of an answer, when the message has another id now. */
export function previousIdOf(
  previous: ExactMessageRef,
  now: ExactMessageRef,
): { readonly previousId?: string } {
  const previousId = messageResourceId(previous);
  return previousId === messageResourceId(now) ? {} : { previousId };
}

function selfOf({ exchange, message }: ShownMessage): string {
  return exchange.linkTo(exchange.urls.messageItem(message));
}
