/** The messages that a command names by number or uid. */
import type { StoredMessage } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import { reject } from '../wire/refusal.ts';
import { type NumberRange, parseSequenceSet } from '../wire/sequence-set.ts';

/** A message with the number it has in this session. */
export interface NumberedMessage {
  readonly number: number;
  readonly message: StoredMessage;
}

/** A sequence set as it was sent. */
export interface MessageSetText {
  readonly text: string;
  /** True: the set holds uids. Uids that do not exist are passed over. */
  readonly isUid: boolean;
}

/** The messages of the set in ascending order. A message number that does not exist is a BAD. */
export function resolveMessageSet(view: MailboxView, set: MessageSetText): readonly NumberedMessage[] {
  return set.isUid ? messagesByUid(view, parseUidSet(view, set.text)) : messagesByNumber(view, set.text);
}

function parseUidSet(view: MailboxView, text: string): readonly NumberRange[] {
  return parseSequenceSet(text, view.messages.at(-1)?.uid ?? 0);
}

/** The messages whose uids are in the ranges, in ascending order. */
export function messagesByUid(view: MailboxView, ranges: readonly NumberRange[]): readonly NumberedMessage[] {
  const { messages } = view;
  const found: NumberedMessage[] = [];
  for (const { from, to } of ranges) {
    let index = view.indexOfUid(from);
    for (
      let message = messages[index];
      message !== undefined && message.uid <= to;
      message = messages[index]
    ) {
      index += 1;
      found.push({ number: index, message });
    }
  }
  return found;
}

function messagesByNumber(view: MailboxView, text: string): readonly NumberedMessage[] {
  const count = view.messages.length;
  const ranges = parseSequenceSet(text, count);
  if (ranges.some(({ from, to }) => from < 1 || to > count)) throw reject('Invalid message set');
  return messagesInRanges(view, ranges);
}

/**
 * The code of an answer that passed over messages which are gone, though the client does not know
 * it yet (RFC 2180 §4.1, RFC 5530); undefined when all are there.
 */
export function expungeCode(messages: readonly NumberedMessage[]): 'EXPUNGEISSUED' | undefined {
  return messages.some(({ message }) => message.isExpunged) ? 'EXPUNGEISSUED' : undefined;
}

/** As `resolveMessageSet`, but as a search key: message numbers that do not exist match nothing. */
export function findMessageSet(view: MailboxView, set: MessageSetText): readonly NumberedMessage[] {
  if (set.isUid) return messagesByUid(view, parseUidSet(view, set.text));
  return messagesInRanges(view, parseSequenceSet(set.text, view.messages.length));
}

function messagesInRanges(
  { messages }: MailboxView,
  ranges: readonly NumberRange[],
): readonly NumberedMessage[] {
  return ranges.flatMap(({ from, to }) => {
    const start = Math.max(from, 1);
    return messages.slice(start - 1, to).map((message, offset) => ({ number: start + offset, message }));
  });
}
