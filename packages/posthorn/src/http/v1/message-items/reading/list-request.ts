import { namedCriteria } from '../../../../application/messages/named-messages.ts';
import {
  bothOf,
  DEFAULT_PREVIEW,
  type MessageCriterion,
  type MessageQuery,
} from '../../../../domain/messages/message-query.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import type { SelectedFields } from '../../../../resources/identifiers/resource-types.ts';
import { messageSelection } from '../../../../resources/message-selection.ts';
import type { Inclusion } from '../../../../resources/related-resources.ts';
import { mailboxOf } from '../../../request/url/path-parameters.ts';
import { messageFilters } from '../../filters/message-filters.ts';
import { toPosition } from '../../json-api/account-cursor.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { type PageRequest, sizeExceeded } from '../../query/page-parameters.ts';
import { pageReader } from '../../query/page-reader.ts';
import { type QueryReader, together } from '../../query/query-reader.ts';
import { showing } from '../../query/shown-resources.ts';
import { sortParameter } from '../../query/sort-parameter.ts';

/** Parameters of message lists. */
export interface ListRequest {
  readonly page: PageRequest;
  readonly include: Inclusion;
  readonly query: MessageQuery;
  readonly thread: ExactMessageRef | undefined;
}

/** Bodies are read one by one, and long headers are held in memory. */
export const MAX_ROWS_WITH_CONTENTS = 50;

/** Parameters of lists of at most `maxRows` messages. */
export function listParameters(maxRows: number): QueryReader<ListRequest> {
  const parameters = together({
    page: pageReader(maxRows),
    include: showing('MessageItem'),
    order: sortParameter,
    filters: messageFilters(),
  });
  return {
    ...parameters,
    read(asked) {
      const { page, include, order, filters } = parameters.read(asked);
      const { criterion, messages, thread } = filters;
      checkRows(page, { include, fields: asked.fields });
      const { attributes } = messageSelection(asked.fields);
      return {
        page,
        include,
        thread,
        query: {
          window: toWindow(asked, page),
          maxRows,
          order,
          criterion: messages === undefined ? criterion : bothOf(namedIn(asked, messages), criterion),
          attributes,
          preview: DEFAULT_PREVIEW,
        },
      };
    },
  };
}

function namedIn(
  { request }: Pick<Exchange, 'request'>,
  messages: readonly ExactMessageRef[],
): MessageCriterion {
  return namedCriteria(messages).get(mailboxOf(request)) ?? { kind: 'uids', uids: [] };
}

/** Message contents in a response. */
export interface ShownContents {
  readonly include: Inclusion;
  readonly fields: SelectedFields;
}

/** Throws RequestProblems for a page too long for its contents. */
export function checkRows(page: PageRequest, contents: ShownContents): void {
  const rows = page.kind === 'all' ? Number.POSITIVE_INFINITY : page.limit;
  if (canShow(contents, rows)) return;
  throw sizeExceeded({
    parameter: limitName(page),
    maxSize: MAX_ROWS_WITH_CONTENTS,
    condition: WITH_CONTENTS,
  });
}

export const WITH_CONTENTS = ' with these includes, or with headers';

/** False for too many messages to show bodies, attachments or headers. */
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
