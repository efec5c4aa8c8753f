/** SORT (RFC 5256, ESORT and CONTEXT=SORT of RFC 5267). */
import type { Command, Invocation } from './command.ts';
import { formatExtendedResult, type ReturnOptions, readReturnOptions } from './extended-result.ts';
import { findMessages, formatPlainResult, readCharset, toSearchResult } from './search.ts';
import { SearchKeyReader } from './search-key.ts';
import { readSortCriteria, sortMessages } from './sort-order.ts';

/** Finds messages as SEARCH does and gives them in order. */
export const sort: Command = {
  state: 'selected',
  capability: 'SORT',
  keepsMessageNumbers: true,
  handle: (invocation) => {
    const { session, args } = invocation;
    args.space();
    const options = readOptions(invocation);
    const criteria = readSortCriteria(args);
    args.space();
    readCharset(args);
    args.space();
    const keys = new SearchKeyReader(session, args);
    const unsorted = findMessages(session.requireView(), keys.readProgram());
    const result = toSearchResult(invocation, {
      found: sortMessages(unsorted, criteria),
      usesModSeq: keys.usesModSeq,
    });
    if (options === undefined) session.untagged(formatPlainResult('SORT', result));
    else session.untagged(formatExtendedResult(invocation, { options, result }));
    return { text: 'Sort completed' };
  },
};

function readOptions({ session, args }: Invocation): ReturnOptions | undefined {
  if (!session.has('ESORT') || !args.tryTake('RETURN ')) return undefined;
  const options = readReturnOptions(args, { partial: session.has('CONTEXT=SORT') });
  args.space();
  return options;
}
