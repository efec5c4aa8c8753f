import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { messageResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { messageSelection } from '../../../../resources/message-selection.ts';
import { shownTexts } from '../../../../resources/present-message-body.ts';
import { presentMessageItem } from '../../../../resources/present-message-item.ts';
import type { Inclusion } from '../../../../resources/related-resources.ts';
import { type RelatedServices, readRelated } from '../../../../resources/related-resources.ts';
import type { DocumentAnswer } from '../../json-api/answer.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { stateOfItem } from '../../json-api/message-state.ts';

/** A message to show. */
export interface ShownMessage {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  readonly message: ExactMessageRef;
  /** True: not an older state of the session. */
  readonly isCurrent?: boolean;
}

/** Presents a message with included resources. Throws service errors. */
export async function showMessage(
  services: RelatedServices,
  { exchange, include, message, isCurrent = false }: ShownMessage,
): Promise<DocumentAnswer> {
  const { fields, signal } = exchange;
  const nextTexts = include?.has('MessageBody') ? { nextTexts: shownTexts(fields) } : {};
  const selection = { ...messageSelection(fields), isCurrent, isOwnChange: !isCurrent, ...nextTexts };
  const item = await services.messageItems.get({ ...message, selection }, signal);
  const { included, attachmentsOf } = await readRelated(services, {
    reading: exchange,
    include,
    messages: [message],
    received: item.body,
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
  readonly previous: ExactMessageRef;
  readonly warnings?: readonly string[];
}

/** Presents a changed message; `meta.previousId` if its id is new. */
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

/** Presents a new message with its Location (JSON:API 1.1 §crud-creating-responses-201). */
export async function showNewMessage(
  services: RelatedServices,
  shown: ShownMessage,
): Promise<DocumentAnswer> {
  const { exchange, message } = shown;
  const location = exchange.urls.messageItem(message);
  return { ...(await showMessage(services, shown)), status: 201, location, self: selfOf(shown) };
}

/** Returns `previousId` if the id has changed. */
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
