/** What a request for a list of messages asks for. */
import { namedCriteria } from '../../../application/messages/named-messages.ts';
import {
  bothOf,
  DEFAULT_PREVIEW,
  type MessageCriterion,
  type MessageQuery,
} from '../../../domain/message-query.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import { parseFilters } from '../filters/filter-parameters.ts';
import { parseIds, withoutIds } from '../filters/id-filter.ts';
import { parseThread, withoutThread } from '../filters/thread-filter.ts';
import type { SelectedFields } from '../identifiers/resource-types.ts';
import { toPosition } from '../json-api/account-cursor.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { type Inclusion, parseInclude } from '../query/include.ts';
import { type PageRequest, parsePage, sizeExceeded } from '../query/page-parameters.ts';
import { parseSort } from '../query/sort-parameter.ts';
import { messageSelection } from '../resources/message-selection.ts';

export interface ListRequest {
  readonly page: PageRequest;
  readonly include: Inclusion;
  readonly query: MessageQuery;
  /** The message whose conversation is asked for. */
  readonly thread: ExactMessageRef | undefined;
}

/** Bodies and attachments are read message by message, and a page of long bodies or headers is held in memory. */
export const MAX_ROWS_WITH_CONTENTS = 50;

/** Throws RequestProblems with all that is wrong with the parameters. */
export function parseListRequest(
  exchange: Pick<Exchange, 'request' | 'parameters' | 'fields'>,
  { maxRows }: { readonly maxRows: number },
): ListRequest {
  const { parameters, fields } = exchange;
  const account = accountOf(exchange.request);
  const { page, include, order, filtered, messages, thread } = collectProblems({
    page: () => parsePage(parameters, { maxRows }),
    include: () => parseInclude(parameters, 'MessageItem'),
    order: () => parseSort(parameters),
    filtered: () => parseFilters(withoutThread(withoutIds(parameters))),
    messages: () => parseIds(parameters, account),
    thread: () => parseThread(parameters, account),
  });
  checkRows(page, { include, fields });
  const { attributes } = messageSelection(fields);
  return {
    page,
    include,
    thread,
    query: {
      window: toWindow(exchange, page),
      maxRows,
      order,
      criterion: messages === undefined ? filtered : bothOf(namedIn(exchange, messages), filtered),
      attributes,
      preview: DEFAULT_PREVIEW,
    },
  };
}

/** Those of the messages that are in the folder of the address. */
function namedIn(
  { request }: Pick<Exchange, 'request'>,
  messages: readonly ExactMessageRef[],
): MessageCriterion {
  return namedCriteria(messages).get(mailboxOf(request)) ?? { kind: 'uids', uids: [] };
}

/** What an answer shows of each message. */
export interface ShownContents {
  readonly include: Inclusion;
  readonly fields: SelectedFields;
}

/** Throws RequestProblems for a page that is too long for what it shows. */
export function checkRows(page: PageRequest, contents: ShownContents): void {
  const rows = page.kind === 'all' ? Number.POSITIVE_INFINITY : page.limit;
  if (canShow(contents, rows)) return;
  throw sizeExceeded({
    parameter: limitName(page),
    maxSize: MAX_ROWS_WITH_CONTENTS,
    condition: WITH_CONTENTS,
  });
}

/** Ends a sentence on the most messages of an answer. */
export const WITH_CONTENTS = ' with these includes, or with headers';

/** False for more messages than bodies, attachments or headers can be shown of. */
export function canShow({ include, fields }: ShownContents, messages: number): boolean {
  const hasContents =
    include?.has('MessageBody') || include?.has('Attachment') || fields.MessageItem.has('headers');
  return !hasContents || messages <= MAX_ROWS_WITH_CONTENTS;
}

function limitName(page: PageRequest): string {
  if (page.kind === 'offset') return page.names.limit;
  return page.kind === 'cursor' ? 'page[size]' : 'limit';
}

function toWindow(exchange: Pick<Exchange, 'request'>, page: PageRequest): MessageQuery['window'] {
  if (page.kind === 'all') return null;
  if (page.kind === 'offset') return { start: page.start, limit: page.limit };
  return { direction: page.direction, position: toPosition(exchange, page), limit: page.limit };
}
