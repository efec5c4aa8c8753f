/** `POST …/MessageItems/bulk`: one change to many messages of a folder. */

import type {
  BatchOutcome,
  BatchResult,
  BatchSelection,
  MessageBatches,
} from '../../../application/changing/message-batches.ts';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { RouteOptions } from '../../route/http-services.ts';
import { parseFilters } from '../filters/filter-parameters.ts';
import { BULK_PATH } from '../identifiers/paths.ts';
import { messageResourceId } from '../identifiers/resource-ids.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { type BatchDocument, readBatch } from './batch-request.ts';
import { changeMessageItemsOperation } from './bulk-operation.ts';
import { requireTarget } from './require-target.ts';
import { FOLDER_POINTER } from './update-request.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly messageBatches: MessageBatches;
}

/** What became of one message, under the id by which it was known. */
interface ShownResult {
  readonly id: string;
  readonly outcome: BatchResult['outcome'];
  readonly newId?: string;
}

export function changeMessageItems(
  services: Services,
  { listMaxRows }: Pick<RouteOptions, 'listMaxRows'>,
): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: BULK_PATH,
    operation: changeMessageItemsOperation,
    primaryType: 'MessageItem',
    parameters: ['filter', 'filter[]'],
    check: ({ parameters }) => parseFilters(parameters),
    isPatient: true,
    async handler(exchange) {
      const { request } = exchange;
      const source = { account: accountOf(request), mailbox: mailboxOf(request) };
      const batch = readBatch(request.body, source);
      requireNoTag(exchange);
      const { change } = batch;
      const target = change.kind === 'move' ? change.target : null;
      await requireTarget(services.mailFolders, { source, target, pointer: FOLDER_POINTER }, exchange.signal);
      const selection = selectionOf(exchange, { batch, listMaxRows });
      const outcome = await services.messageBatches.change({ ...source, selection, change }, exchange.signal);
      const results = showOutcome(source, outcome);
      const matched = results.filter(({ outcome }) => outcome !== 'unknown').length;
      return { kind: 'document', document: { meta: { matched, results } }, self: null };
    },
  });
}

/** The messages are named by the document or found by the filter, never both and never neither. */
function selectionOf(
  { parameters }: Exchange,
  { batch: { messages }, listMaxRows }: { readonly batch: BatchDocument; readonly listMaxRows: number },
): BatchSelection {
  const criterion = parseFilters(parameters);
  if (criterion !== null && messages === undefined) {
    return { kind: 'matching', criterion, maxMessages: listMaxRows };
  }
  if (criterion === null && messages !== undefined) return { kind: 'named', messages };
  throw eitherOr();
}

function showOutcome(source: MailboxRef, { target, results }: BatchOutcome): readonly ShownResult[] {
  return results.map((result) => ({
    id: messageResourceId({ ...source, ...result.message }),
    outcome: result.outcome,
    ...(result.outcome === 'moved' &&
      result.newIdentity !== null &&
      target !== null && { newId: messageResourceId({ ...source, mailbox: target, ...result.newIdentity }) }),
  }));
}

function eitherOr(): RequestProblems {
  const detail =
    'Name the messages in the relationship "MessageItems" or by filters in the address, but not both.';
  return new RequestProblems([problemOf('invalid-parameter', { parameter: 'filter', detail })]);
}
