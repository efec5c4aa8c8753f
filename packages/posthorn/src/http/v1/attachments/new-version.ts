import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { messageResourceId } from '../../../resources/identifiers/resource-ids.ts';
import { previousIdOf } from '../message-items/reading/show-message.ts';

/** The new and the previous id of a message, as meta. */
export function newVersionMeta(
  previous: ExactMessageRef,
  now: ExactMessageRef,
): Readonly<Record<string, unknown>> {
  return {
    MessageItem: { type: 'MessageItem', id: messageResourceId(now) },
    ...previousIdOf(previous, now),
  };
}
