/** The part of an answer about files that names their message, whose id changes with its files. */
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { messageResourceId } from '../identifiers/resource-ids.ts';
import { previousIdOf } from '../message-items/show-message.ts';

/** The meta of the answer: the message as it is now, and the id that it had. */
export function newVersionMeta(
  previous: ExactMessageRef,
  now: ExactMessageRef,
): Readonly<Record<string, unknown>> {
  return {
    MessageItem: { type: 'MessageItem', id: messageResourceId(now) },
    ...previousIdOf(previous, now),
  };
}
