/** SEARCH (RFC 3501 §6.4.4), and what SORT shares with it. */
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { refuse } from '../wire/refusal.ts';
import type { Command, Invocation } from './command.ts';
import {
  formatExtendedResult,
  maximum,
  type ReturnOptions,
  readReturnOptions,
  type SearchResult,
} from './extended-result.ts';
import type { NumberedMessage } from './message-set.ts';
import type { MessageCondition } from './search-criteria.ts';
import { SearchKeyReader } from './search-key.ts';

/** Finds the messages that meet all search keys. */
export const search: Command = {
  state: 'selected',
  keepsMessageNumbers: true,
  handle: (invocation) => {
    const { session, args } = invocation;
    args.space();
    const options = readOptions(invocation);
    if (args.tryTake('CHARSET ')) {
      readCharset(args);
      args.space();
    }
    const keys = new SearchKeyReader(session, args);
    const condition = keys.readProgram();
    const found = findMessages(session.requireView(), condition);
    const result = toSearchResult(invocation, { found, usesModSeq: keys.usesModSeq });
    if (options === undefined) session.untagged(formatPlainResult('SEARCH', result));
    else session.untagged(formatExtendedResult(invocation, { options, result }));
    return { text: 'Search completed' };
  },
};

function readOptions({ session, args }: Invocation): ReturnOptions | undefined {
  if (!session.has('ESEARCH') || !args.tryTake('RETURN ')) return undefined;
  const options = readReturnOptions(args, { partial: false });
  args.space();
  return options;
}

/** Reads a charset. All strings are UTF-8 here, of which US-ASCII is a part. */
export function readCharset(args: ArgumentReader): void {
  const charset = args.astring().toUpperCase();
  if (charset !== 'UTF-8' && charset !== 'US-ASCII') {
    throw refuse('Unknown charset', 'BADCHARSET (US-ASCII UTF-8)');
  }
}

/** The messages of the view that meet the condition, by ascending number. */
export function findMessages(view: MailboxView, condition: MessageCondition): readonly NumberedMessage[] {
  const found: NumberedMessage[] = [];
  for (const [index, message] of view.messages.entries()) {
    if (!message.isExpunged && condition(message)) found.push({ number: index + 1, message });
  }
  return found;
}

/** Messages in the order in which they are told. */
export interface FoundMessages {
  readonly found: readonly NumberedMessage[];
  /** True: the answer tells mod-sequences, because MODSEQ was a search key. */
  readonly usesModSeq: boolean;
}

/** The messages as the client asked to see them: by uid or by number. */
export function toSearchResult({ isUid }: Invocation, { found, usesModSeq }: FoundMessages): SearchResult {
  return {
    numbers: found.map(({ number, message }) => (isUid ? message.uid : number)),
    modSeqs: usesModSeq ? found.map(({ message }) => message.modSeq) : undefined,
  };
}

/** The answer in the form of RFC 3501, with `(MODSEQ n)` of RFC 7162 §3.1.5 where it belongs. */
export function formatPlainResult(name: 'SEARCH' | 'SORT', { numbers, modSeqs }: SearchResult): string {
  const hasModSeq = modSeqs !== undefined && modSeqs.length > 0;
  const modSeq = hasModSeq ? [`(MODSEQ ${maximum(modSeqs)})`] : [];
  return [name, ...numbers, ...modSeq].join(' ');
}
