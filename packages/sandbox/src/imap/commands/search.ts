/** RFC 3501 §6.4.4. */
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import { refuse, reject } from '../wire/refusal.ts';
import type { Command, Invocation } from './command.ts';
import {
  ALL_RESULTS,
  formatExtendedResult,
  maximum,
  namedItems,
  type ReturnOptions,
  readReturnOptions,
  type SearchResult,
} from './extended-result.ts';
import type { NumberedMessage } from './message-set.ts';
import type { MessageCondition } from './search-criteria.ts';
import { SearchKeyReader } from './search-key.ts';

export const search: Command = {
  state: 'selected',
  keepsMessageNumbers: true,
  handle: (invocation) => {
    const { session, args } = invocation;
    args.space();
    const options = readOptions(invocation);
    if (args.tryTake('CHARSET ')) {
      // RFC 6855 §3.
      if (session.isUtf8Enabled) throw reject('CHARSET is not allowed after ENABLE UTF8=ACCEPT');
      readCharset(invocation, options);
      args.space();
    }
    const keys = new SearchKeyReader(session, args);
    const found = findMessages(session.requireView(), keys.readProgram());
    queueResult(invocation, { name: 'SEARCH', options, found, usesModSeq: keys.usesModSeq });
    return { text: 'Search completed', keepsMessageNumbers: keys.usesNumbers };
  },
};

function readOptions(invocation: Invocation): ReturnOptions | undefined {
  const { session, args } = invocation;
  if (session.has('ESEARCH') && args.tryTake('RETURN ')) {
    return readReturnOptions(invocation, { partial: session.has('PARTIAL') });
  }
  // RFC 9051 §6.4.4.
  return session.isRev2Enabled ? ALL_RESULTS : undefined;
}

/** All strings are UTF-8. */
export function readCharset({ session, args }: Invocation, options: ReturnOptions | undefined): void {
  const charset = args.astring().toUpperCase();
  if (charset === 'UTF-8' || charset === 'US-ASCII') return;
  // RFC 5182 §2.1.
  if (options?.isSaved) session.requireView().saveResult([]);
  throw refuse('Unknown charset', 'BADCHARSET (US-ASCII UTF-8)');
}

/** Ascending. */
export function findMessages(view: MailboxView, condition: MessageCondition): readonly NumberedMessage[] {
  const found: NumberedMessage[] = [];
  for (const [index, message] of view.messages.entries()) {
    if (!message.isExpunged && condition(message)) found.push({ number: index + 1, message });
  }
  return found;
}

/** Messages in answer order. */
export interface FoundMessages {
  readonly name: 'SEARCH' | 'SORT';
  /** Undefined: the form of RFC 3501. */
  readonly options: ReturnOptions | undefined;
  readonly found: readonly NumberedMessage[];
  readonly usesModSeq: boolean;
}

/** Also saves the messages for `$`. */
export function queueResult(
  invocation: Invocation,
  { name, options, found, usesModSeq }: FoundMessages,
): void {
  const { session, isUid } = invocation;
  const result: SearchResult = {
    numbers: found.map(({ number, message }) => (isUid ? message.uid : number)),
    modSeqs: usesModSeq ? found.map(({ message }) => message.modSeq) : undefined,
  };
  if (options === undefined) {
    session.untagged(formatPlainResult(name, result));
    return;
  }
  if (options.isSaved) {
    session.requireView().saveResult(namedItems(found, options).map(({ message }) => message));
  }
  // SAVE alone has no answer (RFC 5182 §2.1).
  if (options.wants.size === 0 && options.partial === undefined) return;
  session.untagged(formatExtendedResult(invocation, { options, result }));
}

/** RFC 3501, with `(MODSEQ n)` of RFC 7162 §3.1.5. */
function formatPlainResult(name: 'SEARCH' | 'SORT', { numbers, modSeqs }: SearchResult): string {
  const hasModSeq = modSeqs !== undefined && modSeqs.length > 0;
  const modSeq = hasModSeq ? [`(MODSEQ ${maximum(modSeqs)})`] : [];
  return [name, ...numbers, ...modSeq].join(' ');
}
