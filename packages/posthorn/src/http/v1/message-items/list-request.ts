/** What a request for a list of messages asks for. */
import { DEFAULT_PREVIEW, type MessageQuery } from '../../../domain/message-query.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { accountOf } from '../../request/authentication.ts';
import { collectProblems } from '../../request/collect-problems.ts';
import { toPosition } from '../account-cursor.ts';
import type { Exchange } from '../exchange.ts';
import { parseFilters } from '../filters/filter-parameters.ts';
import { parseThread, withoutThread } from '../filters/thread-filter.ts';
import { type Inclusion, parseInclude } from '../include.ts';
import { type PageRequest, parsePage, sizeExceeded } from '../page-parameters.ts';
import { messageSelection } from '../resources/message-selection.ts';
import { parseSort } from '../sort-parameter.ts';

export interface ListRequest {
  readonly page: PageRequest;
  readonly include: Inclusion;
  readonly query: MessageQuery;
  /** The message whose conversation is asked for. */
  readonly thread: ExactMessageRef | undefined;
}

/** Bodies and attachments are read message by message, and a page of long bodies stands in memory. */
export const MAX_ROWS_WITH_CONTENTS = 50;

/** Throws RequestProblems with all that is wrong with the parameters. */
export function parseListRequest(
  exchange: Pick<Exchange, 'request' | 'parameters' | 'fields'>,
  { maxRows }: { readonly maxRows: number },
): ListRequest {
  const { parameters, fields } = exchange;
  const account = accountOf(exchange.request);
  const { page, include, order, criterion, thread } = collectProblems({
    page: () => parsePage(parameters, { maxRows }),
    include: () => parseInclude(parameters, 'MessageItem'),
    order: () => parseSort(parameters),
    criterion: () => parseFilters(withoutThread(parameters)),
    thread: () => parseThread(parameters, account),
  });
  checkRows(page, include);
  const { attributes } = messageSelection(fields);
  return {
    page,
    include,
    thread,
    query: {
      window: toWindow(exchange, page),
      maxRows,
      order,
      criterion,
      attributes,
      preview: DEFAULT_PREVIEW,
    },
  };
}

/** Throws RequestProblems for a page that is too long for what it includes. */
export function checkRows(page: PageRequest, include: Inclusion): void {
  const rows = page.kind === 'all' ? Number.POSITIVE_INFINITY : page.limit;
  if (canInclude(include, rows)) return;
  throw sizeExceeded({
    parameter: limitName(page),
    maxSize: MAX_ROWS_WITH_CONTENTS,
    condition: ' with these includes',
  });
}

/** False for more messages than bodies or attachments can be included of. */
export function canInclude(include: Inclusion, messages: number): boolean {
  const hasContents = include?.has('MessageBody') || include?.has('Attachment');
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
