import type {
  BatchOutcome,
  BatchResult,
  BatchSelection,
  MessageBatches,
} from '../../../../application/changing/message-batches.ts';
import type { MailFolders } from '../../../../application/folders/mail-folders.ts';
import type { MailboxRef } from '../../../../domain/accounts/mailbox-ref.ts';
import type { MessageCriterion } from '../../../../domain/messages/message-query.ts';
import { messageResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { problemOf, RequestProblems } from '../../../answer/problem.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import { mailboxOf } from '../../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import type { RouteOptions } from '../../../route/http-services.ts';
import { conditionFilters } from '../../filters/filter-parameters.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { requireNoTag } from '../../json-api/preconditions.ts';
import { BULK_PATH } from '../../paths.ts';
import { type BatchDocument, readBatch } from './batch-request.ts';
import { changeMessageItemsOperation } from './bulk-operation.ts';
import { requireTarget } from './require-target.ts';
import { FOLDER_POINTER } from './update-request.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly messageBatches: MessageBatches;
}

/** A message's result, under its previous id. */
interface ShownResult {
  readonly id: string;
  readonly outcome: BatchResult['outcome'];
  readonly newId?: string;
}

/** `POST …/MessageItems/bulk`: changes many messages of a folder. */
export function changeMessageItems(
  services: Services,
  { listMaxRows }: Pick<RouteOptions, 'listMaxRows'>,
): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: BULK_PATH,
    operation: changeMessageItemsOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MessageItem',
    query: conditionFilters,
    isPatient: true,
    async handler(exchange, criterion) {
      const { request } = exchange;
      const source = { account: accountOf(request), mailbox: mailboxOf(request) };
      const batch = readBatch(request.body, source);
      requireNoTag(exchange);
      const { change } = batch;
      const target = change.kind === 'move' ? change.target : null;
      await requireTarget(services.mailFolders, { source, target, pointer: FOLDER_POINTER }, exchange.signal);
      const selection = selectionOf(batch, { criterion, listMaxRows });
      const outcome = await services.messageBatches.change({ ...source, selection, change }, exchange.signal);
      const results = showOutcome(source, outcome);
      const matched = results.filter(({ outcome }) => outcome !== 'unknown').length;
      return { kind: 'document', document: { meta: { matched, results } }, self: null };
    },
  });
}

/** Documents have messages or a filter, not both. */
function selectionOf(
  { messages }: BatchDocument,
  { criterion, listMaxRows }: { readonly criterion: MessageCriterion | null; readonly listMaxRows: number },
): BatchSelection {
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
