/** Makes the ids that hold a thread together (RFC 5322 §3.6.4). */
import type { Original } from './original-message.ts';
import { isWritableId } from './writable-id.ts';

type Thread = Pick<Original, 'messageId' | 'references' | 'inReplyTo'>;

/** The id of the message alone; empty where it has none. */
export function inReplyToOf({ messageId }: Thread): readonly string[] {
  return [messageId ?? ''].filter(isWritableId);
}

/** The ids of the thread so far and that of the message. A single In-Reply-To stands in for references. */
export function referencesOf({ messageId, references = [], inReplyTo = [] }: Thread): readonly string[] {
  const earlier = references.length > 0 ? references : inReplyTo.length === 1 ? inReplyTo : [];
  const ids = [...earlier, messageId ?? ''].filter(isWritableId);
  // The last place counts: it is the one next to the reply.
  return [...new Set(ids.toReversed())].toReversed();
}
