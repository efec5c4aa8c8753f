import type { Original } from './original-message.ts';
import { isWritableId } from './writable-id.ts';

type Thread = Pick<Original, 'messageId' | 'references' | 'inReplyTo'>;

/** The message's id for In-Reply-To, or none. */
export function inReplyToOf({ messageId }: Thread): readonly string[] {
  return [messageId ?? ''].filter(isWritableId);
}

/** The thread's and message's ids (RFC 5322 §3.6.4). A single In-Reply-To replaces missing References. */
export function referencesOf({ messageId, references = [], inReplyTo = [] }: Thread): readonly string[] {
  const earlier = references.length > 0 ? references : inReplyTo.length === 1 ? inReplyTo : [];
  const ids = [...earlier, messageId ?? ''].filter(isWritableId);
  // The last occurrence is nearest to the reply.
  return [...new Set(ids.toReversed())].toReversed();
}
