import type { Command, Invocation } from './command.ts';
import { type ReturnOptions, readReturnOptions } from './extended-result.ts';
import { findMessages, queueResult, readCharset } from './search.ts';
import { SearchKeyReader } from './search-key.ts';
import { readSortCriteria, sortMessages } from './sort-order.ts';

/** RFC 5256, RFC 5267. */
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
    readCharset(invocation, options);
    args.space();
    const keys = new SearchKeyReader(session, args);
    const unsorted = findMessages(session.requireView(), keys.readProgram());
    const found = sortMessages(unsorted, criteria);
    queueResult(invocation, { name: 'SORT', options, found, usesModSeq: keys.usesModSeq });
    return { text: 'Sort completed', keepsMessageNumbers: keys.usesNumbers };
  },
};

function readOptions(invocation: Invocation): ReturnOptions | undefined {
  const { session, args } = invocation;
  if (!session.has('ESORT') || !args.tryTake('RETURN ')) return undefined;
  return readReturnOptions(invocation, { partial: session.has('CONTEXT=SORT') });
}
