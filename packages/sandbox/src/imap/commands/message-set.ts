import type { StoredMessage } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import { type NumberRange, parseSequenceSet } from '../wire/sequence-set.ts';

/** A numbered message. */
export interface NumberedMessage {
  readonly number: number;
  readonly message: StoredMessage;
}

/** A set as sent. */
export interface MessageSetText {
  readonly text: string;
  readonly isUid: boolean;
}

/** RFC 5182 §2.1. */
const SAVED_RESULT = '$';

/** `$` is BAD without SEARCHRES. */
export function readMessageSet(session: Session, args: ArgumentReader): string {
  const text = args.sequenceSet();
  if (text === SAVED_RESULT && !session.has('SEARCHRES')) throw reject('Invalid message set');
  return text;
}

/** Uids, existing or not; `*` is the highest ever assigned. */
export function namedUids(view: MailboxView, text: string): readonly NumberRange[] {
  if (text !== SAVED_RESULT) return parseSequenceSet(text, view.mailbox.uidNext - 1);
  return savedMessages(view).map(({ message: { uid } }) => ({ from: uid, to: uid }));
}

/** Ascending. A missing message number is BAD. */
export function resolveMessageSet(view: MailboxView, set: MessageSetText): readonly NumberedMessage[] {
  if (set.text === SAVED_RESULT) return savedMessages(view);
  return set.isUid ? messagesByUid(view, parseUidSet(view, set.text)) : messagesByNumber(view, set.text);
}

function savedMessages({ messages, savedResult }: MailboxView): readonly NumberedMessage[] {
  const all = messages.map((message, index) => ({ number: index + 1, message }));
  return all.filter(({ message }) => savedResult.has(message));
}

function parseUidSet(view: MailboxView, text: string): readonly NumberRange[] {
  return parseSequenceSet(text, view.messages.at(-1)?.uid ?? 0);
}

/** Resolves uid ranges. */
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

/** For answers without expunged, unreported messages (RFC 2180 §4.1, RFC 5530). */
export function expungeCode(messages: readonly NumberedMessage[]): 'EXPUNGEISSUED' | undefined {
  return messages.some(({ message }) => message.isExpunged) ? 'EXPUNGEISSUED' : undefined;
}

/** As a search key: missing numbers match nothing. */
export function findMessageSet(view: MailboxView, set: MessageSetText): readonly NumberedMessage[] {
  if (set.text === SAVED_RESULT) return savedMessages(view);
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
