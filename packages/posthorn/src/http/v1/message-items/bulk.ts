/** `POST …/MessageItems/bulk`: one change to many messages of a folder. */
import type { MailFolders } from '../../../application/mail-folders.ts';
import type {
  BatchChange,
  BatchOutcome,
  BatchResult,
  MessageBatches,
} from '../../../application/message-batches.ts';
import type { IdentifiedMessage, MailboxLocation } from '../../../application/message-location.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { ApiRoute } from '../../api-route.ts';
import { accountOf } from '../../authentication.ts';
import type { HttpOptions } from '../../http-services.ts';
import { mailboxOf } from '../../path-parameters.ts';
import { problemOf, RequestProblems } from '../../problem.ts';
import type { Exchange } from '../exchange.ts';
import { parseFilters } from '../filters/filter-parameters.ts';
import { writingRoute } from '../json-api-route.ts';
import { BULK_PATH } from '../paths.ts';
import { requireNoTag } from '../preconditions.ts';
import { messageResourceId } from '../resource-ids.ts';
import { type BatchDocument, MAX_NAMED_MESSAGES, readBatch } from './batch-request.ts';
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
  { listMaxRows }: Pick<HttpOptions, 'listMaxRows'>,
): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: BULK_PATH,
    operation: { operationId: 'changeMessageItems', summary: 'Change many messages', tags: ['MessageItems'] },
    primaryType: 'MessageItem',
    parameters: ['filter', 'filter[]'],
    isPatient: true,
    async handler(exchange) {
      const { request } = exchange;
      const location = { account: accountOf(request), mailbox: mailboxOf(request) };
      const batch = readBatch(request.body, location);
      requireNoTag(exchange);
      await judgeTarget(services.mailFolders, { change: batch.change, location }, exchange.signal);
      const results = await changeAll(services, { exchange, location, batch, listMaxRows });
      const matched = results.filter(({ outcome }) => outcome !== 'unknown').length;
      return { kind: 'document', document: { meta: { matched, results } }, self: null };
    },
  });
}

async function judgeTarget(
  mailFolders: MailFolders,
  { change, location }: { readonly change: BatchChange; readonly location: MailboxLocation },
  signal: AbortSignal,
): Promise<void> {
  if (change.kind !== 'move') return;
  if (change.target === location.mailbox) {
    throw new MailError('conflict', { detail: 'The messages are in this folder already.' });
  }
  const target = { ...location, mailbox: change.target };
  await requireTarget(mailFolders, { target, pointer: FOLDER_POINTER }, signal);
}

interface Changing {
  readonly exchange: Exchange;
  readonly location: MailboxLocation;
  readonly batch: BatchDocument;
  readonly listMaxRows: number;
}

/** The messages are named by the document or found by the filter, never both and never neither. */
async function changeAll(services: Services, changing: Changing): Promise<readonly ShownResult[]> {
  const { exchange, location, batch, listMaxRows } = changing;
  const { change, messages } = batch;
  const criterion = parseFilters(exchange.parameters);
  if ((criterion === null) === (messages === undefined)) throw eitherOr();
  if (messages !== undefined) return changeNamed(services, { ...changing, messages });
  if (criterion === null) return [];
  const selection = { kind: 'criterion', criterion } as const;
  const request = { location, selection, change, maxMessages: listMaxRows };
  return showOutcome(location, await services.messageBatches.change(request, exchange.signal));
}

/** Ids of another uidValidity name messages that are not there any more. */
async function changeNamed(
  { mailFolders, messageBatches }: Services,
  { exchange, location, batch, messages }: Changing & { readonly messages: readonly IdentifiedMessage[] },
): Promise<readonly ShownResult[]> {
  const { uidValidity } = await mailFolders.count(location, exchange.signal);
  const uids = messages.filter((message) => message.uidValidity === uidValidity).map(({ uid }) => uid);
  const selection = { kind: 'uids', uids, uidValidity } as const;
  const request = { location, selection, change: batch.change, maxMessages: MAX_NAMED_MESSAGES };
  const outcome = await messageBatches.change(request, exchange.signal);
  const shown = new Map(showOutcome(location, outcome).map((result) => [result.id, result]));
  const ids = [...new Set(messages.map(messageResourceId))];
  return ids.map((id) => shown.get(id) ?? { id, outcome: 'unknown' });
}

function showOutcome(
  location: MailboxLocation,
  { uidValidity, target, results }: BatchOutcome,
): readonly ShownResult[] {
  return results.map((result) => ({
    id: messageResourceId({ ...location, uidValidity, uid: result.uid }),
    outcome: result.outcome,
    ...(result.outcome === 'moved' &&
      result.place !== null &&
      target !== null && { newId: messageResourceId({ ...location, mailbox: target, ...result.place }) }),
  }));
}

function eitherOr(): RequestProblems {
  const detail =
    'Name the messages in the relationship "MessageItems" or by filters in the address: one of both.';
  return new RequestProblems([problemOf('invalid-parameter', { parameter: 'filter', detail })]);
}
