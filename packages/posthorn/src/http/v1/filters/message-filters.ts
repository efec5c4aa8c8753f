import type { MessageCriterion } from '../../../domain/messages/message-query.ts';
import { type QueryReader, together } from '../query/query-reader.ts';
import { conditionFilters, parseFilters } from './filter-parameters.ts';
import { idFilter, withoutIds } from './id-filter.ts';
import { threadFilter, withoutThread } from './thread-filter.ts';

function conditionsBeside(names: readonly string[]): QueryReader<MessageCriterion | null> {
  return {
    ...conditionFilters,
    read({ parameters }) {
      const others = new Map([...parameters].filter(([name]) => !names.includes(name)));
      return parseFilters(withoutThread(withoutIds(others)));
    },
  };
}

/** Filters by ids, conversation and conditions. `readElsewhere`: the route's other filters. */
export function messageFilters(readElsewhere: readonly string[] = []) {
  return together({
    criterion: conditionsBeside(readElsewhere),
    messages: idFilter,
    thread: threadFilter,
  });
}
