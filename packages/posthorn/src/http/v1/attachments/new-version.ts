import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { messageResourceId } from '../../../resources/identifiers/resource-ids.ts';
import { previousIdOf } from '../message-items/reading/show-message.ts';

/** A message's new and previous id, as meta. */
export function newVersionMeta(
  previous: ExactMessageRef,
  now: ExactMessageRef,
): Readonly<Record<string, unknown>> {
  return {
    MessageItem: { type: 'MessageItem', id: messageResourceId(now) },
    ...previousIdOf(previous, now),
  };
}
