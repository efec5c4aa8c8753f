import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import {
  bothOf,
  type MessageCriterion,
  type MessageOrder,
  type MessageQuery,
} from '../../domain/messages/message-query.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/messages/message-ref.ts';
import type { MailStore, MessageSelection } from '../ports/mail/mail-store.ts';
import type { FoundMessage } from './found-message.ts';
import { mapConcurrently } from './limited-concurrency.ts';
import { type MailboxHits, type MergedHits, mergeHits, type SearchWindow } from './merged-hits.ts';
import { threadCriteria } from './message-thread.ts';
import { namedCriteria } from './named-messages.ts';
import { readMessages } from './read-messages.ts';
import { parseSearchPosition, positionWithin, type SearchPosition } from './search-position.ts';
import { searchedMailboxes } from './searched-mailboxes.ts';

/** A search of an account's folders. */
export interface MessageSearchRequest {
  readonly account: MailAccount;
  /** Undefined: all except junk and trash. */
  readonly folders?: readonly MailboxName[] | undefined;
  /** Only its conversation, including junk and trash. */
  readonly thread?: MessageRef | undefined;
  readonly messages?: readonly ExactMessageRef[] | undefined;
  readonly criterion: MessageCriterion | null;
  readonly window: SearchWindow;
  readonly selection: MessageSelection;
  /** Slower folders are left out. */
  readonly timeBudgetMs: number;
}

/** A search page. */
export interface MessageSearchResult extends Omit<MergedHits, 'rows'> {
  /** Fewer than the window if some vanished. */
  readonly messages: readonly FoundMessage[];
  /** Failed or timed-out folders, their matches uncounted. */
  readonly unsearched: readonly MailboxName[];
}

/** An account has few connections. */
const MAX_CONCURRENT_SEARCHES = 3;
const NEWEST_FIRST: MessageOrder = [{ key: 'date', isDescending: true }];
const NO_MESSAGE: MessageCriterion = { kind: 'uids', uids: [] };
const NO_HITS: MailboxHits = { matching: 0, messages: [], hasPrevious: false, hasNext: false };

const FAILURES_OF_FOLDERS: ReadonlySet<MailErrorCode> = new Set([
  'access-denied',
  'conflict',
  'invalid-parameter',
  'protocol-failure',
  'server-timeout',
  'server-unavailable',
]);

/**
 * The window of matching messages. Reads dates in each folder, and selected attributes only in the window.
 * Throws like `MailStore.listMailboxes` and `MailStore.listMessages`: `mailbox-unknown` for a named folder,
 * `invalid-parameter` for a position of another list, and a failure of all folders.
 */
export async function searchMessages(
  { mailStore, ...request }: MessageSearchRequest & { readonly mailStore: MailStore },
  signal: AbortSignal,
): Promise<MessageSearchResult> {
  const { account, window, selection } = request;
  const position =
    'position' in window && window.position !== null ? parseSearchPosition(window.position) : null;
  const budget = AbortSignal.timeout(request.timeBudgetMs);
  const { places, unsearched } = await listPlaces({ mailStore, request }, signal);
  const searched = await mapConcurrently(places, {
    maxConcurrent: MAX_CONCURRENT_SEARCHES,
    work: (place) => searchFolder({ mailStore, request, position, ...place, budget }, signal),
  });
  const hits = searched.flatMap((folder) => folder.hits ?? []);
  const failure = searched.find((folder) => folder.failure)?.failure;
  if (hits.length === 0 && failure) throw failure;
  const { rows, ...page } = mergeHits(hits, window);
  return {
    ...page,
    messages: await readRows({ mailStore, account, rows, selection }, signal),
    unsearched: [
      ...new Set([...unsearched, ...searched.flatMap((folder) => (folder.hits ? [] : folder.mailbox))]),
    ],
  };
}

interface Place {
  readonly mailbox: MailboxName;
  readonly criterion: MessageCriterion | null;
}

async function listPlaces(
  { mailStore, request }: Pick<FolderSearch, 'mailStore' | 'request'>,
  signal: AbortSignal,
): Promise<SearchedPlaces> {
  const { account, folders, thread, messages } = request;
  const named = messages && namedCriteria(messages);
  const criterionIn = (mailbox: MailboxName): MessageCriterion | null =>
    named === undefined ? request.criterion : bothOf(named.get(mailbox) ?? NO_MESSAGE, request.criterion);
  if (thread === undefined) {
    const mailboxes =
      folders ??
      (named && [...named.keys()]) ??
      searchedMailboxes(await mailStore.listMailboxes(account, signal), account.roots);
    const places = mailboxes.map((mailbox) => ({ mailbox, criterion: criterionIn(mailbox) }));
    return { places, unsearched: [] };
  }
  const { byMailbox, unsearched } = await threadCriteria({ mailStore, thread }, signal);
  const isAsked = (mailbox: MailboxName): boolean => folders === undefined || folders.includes(mailbox);
  const places = [...byMailbox].map(([mailbox, own]) => ({
    mailbox,
    criterion: bothOf(own, criterionIn(mailbox)),
  }));
  return { places: places.filter(({ mailbox }) => isAsked(mailbox)), unsearched: unsearched.filter(isAsked) };
}

interface SearchedPlaces extends Pick<MessageSearchResult, 'unsearched'> {
  readonly places: readonly Place[];
}

interface FolderSearch extends Place {
  readonly mailStore: MailStore;
  readonly request: MessageSearchRequest;
  readonly position: SearchPosition | null;
  readonly budget: AbortSignal;
}

/** Without hits and failure after a timeout. */
interface SearchedFolder {
  readonly mailbox: MailboxName;
  readonly hits?: MailboxHits;
  readonly failure?: MailError;
}

/** A folder deleted during the search has no hits, unless named. */
async function searchFolder(search: FolderSearch, signal: AbortSignal): Promise<SearchedFolder> {
  const { mailStore, request, mailbox, budget } = search;
  if (budget.aborted) return { mailbox };
  const { account, folders } = request;
  try {
    const either = AbortSignal.any([signal, budget]);
    const page = await mailStore.listMessages({ account, mailbox, query: toQuery(search) }, either);
    const { items, uidValidity } = page;
    return { mailbox, hits: { ...page, messages: items.map((item) => ({ mailbox, uidValidity, item })) } };
  } catch (error) {
    if (budget.aborted && !signal.aborted) return { mailbox };
    if (!(error instanceof MailError)) throw error;
    if (error.code === 'mailbox-unknown' && folders === undefined) return { mailbox, hits: NO_HITS };
    if (FAILURES_OF_FOLDERS.has(error.code)) return { mailbox, failure: error };
    throw error;
  }
}

function toQuery({ request: { window }, criterion, position, mailbox }: FolderSearch): MessageQuery {
  const limit = 'start' in window ? window.start + window.limit : window.limit;
  const place = position && positionWithin(mailbox, position);
  return {
    window: 'start' in window ? { start: 0, limit } : { ...window, position: place },
    maxRows: limit,
    order: NEWEST_FIRST,
    criterion,
    attributes: new Set(['date']),
  };
}

interface RowReading {
  readonly mailStore: MailStore;
  readonly account: MailAccount;
  readonly rows: readonly FoundMessage[];
  readonly selection: MessageSelection;
}

/** Omits vanished messages and re-created mailboxes, where a uid means another message. */
async function readRows(
  { mailStore, account, rows, selection }: RowReading,
  signal: AbortSignal,
): Promise<readonly FoundMessage[]> {
  const messages = rows.map(({ mailbox, item: { uid } }) => ({ account, mailbox, uid }));
  const read = await readMessages({ mailStore, messages, selection }, signal);
  const byKey = new Map(read.map((message) => [keyOf(message), message]));
  return rows.map((row) => byKey.get(keyOf(row))).filter((message) => message !== undefined);
}

function keyOf({ mailbox, uidValidity, item }: FoundMessage): string {
  return `${uidValidity}.${item.uid} ${mailbox}`;
}
