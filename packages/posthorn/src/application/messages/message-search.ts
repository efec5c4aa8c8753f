/** Searches folders of an account, newest messages first. */
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/mail-error.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import {
  bothOf,
  DEFAULT_PREVIEW,
  type MessageCriterion,
  type MessageOrder,
  type MessageQuery,
} from '../../domain/message-query.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/message-ref.ts';
import type { MailStore, MessageSelection } from '../ports/mail/mail-store.ts';
import type { FoundMessage } from './found-message.ts';
import { mapConcurrently } from './limited-concurrency.ts';
import { type MailboxHits, type MergedHits, mergeHits, type SearchWindow } from './merged-hits.ts';
import { threadCriteria } from './message-thread.ts';
import { namedCriteria } from './named-messages.ts';
import { readMessages } from './read-messages.ts';
import { parseSearchPosition, positionWithin, type SearchPosition } from './search-position.ts';
import { searchedMailboxes } from './searched-mailboxes.ts';

/** A search of all folders of an account. */
export interface MessageSearchRequest {
  readonly account: MailAccount;
  /** The folders to search; undefined for all but those for junk and deleted messages. */
  readonly folders?: readonly MailboxName[] | undefined;
  /** The message whose conversation is searched; undefined for all messages. Junk and deleted messages belong to it too. */
  readonly thread?: MessageRef | undefined;
  /** Only these messages, in whichever folders they are; undefined for all. */
  readonly messages?: readonly ExactMessageRef[] | undefined;
  /** Null: every message. */
  readonly criterion: MessageCriterion | null;
  readonly window: SearchWindow;
  readonly selection: MessageSelection;
  /** Folders that have not answered by then are left out. */
  readonly timeBudgetMs: number;
}

/** One page of the messages that a search has found. */
export interface MessageSearchResult extends Omit<MergedHits, 'rows'> {
  /** The rows of the window; fewer when some vanished meanwhile. */
  readonly messages: readonly FoundMessage[];
  /** The folders that could not be searched, or not in time. What matches there is missing, and not counted. */
  readonly unsearched: readonly MailboxName[];
}

/** Folders that are searched side by side; an account has a few connections only. */
const MAX_CONCURRENT_SEARCHES = 3;
const NEWEST_FIRST: MessageOrder = [{ key: 'date', isDescending: true }];
const NO_MESSAGE: MessageCriterion = { kind: 'uids', uids: [] };
const NO_HITS: MailboxHits = { matching: 0, messages: [], hasPrevious: false, hasNext: false };

/** What may fail in one folder alone; the others are searched all the same. */
const FAILURES_OF_FOLDERS: ReadonlySet<MailErrorCode> = new Set([
  'access-denied',
  'conflict',
  'invalid-parameter',
  'protocol-failure',
  'server-timeout',
  'server-unavailable',
]);

/**
 * The window of all messages that match. Of each folder only dates are read; the selected attributes only of the
 * rows in the window. Throws what `MailStore.listMailboxes` and `MailStore.listMessages` throw: also `mailbox-unknown` for a folder that
 * the request names, `invalid-parameter` for a position of another list, and what every folder fails with.
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

/** What to search for in a folder. */
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

/** The places to search in, and the folders with messages that were not found. */
interface SearchedPlaces extends Pick<MessageSearchResult, 'unsearched'> {
  readonly places: readonly Place[];
}

interface FolderSearch extends Place {
  readonly mailStore: MailStore;
  readonly request: MessageSearchRequest;
  readonly position: SearchPosition | null;
  readonly budget: AbortSignal;
}

/** What was found in a folder, or why nothing could be; neither when the time was up. */
interface SearchedFolder {
  readonly mailbox: MailboxName;
  readonly hits?: MailboxHits;
  readonly failure?: MailError;
}

/** A folder that was deleted meanwhile has no hits, unless the client has named it. */
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

/** As many rows of the folder as the window of the merged list can have of it. */
function toQuery({ request: { window }, criterion, position, mailbox }: FolderSearch): MessageQuery {
  const limit = 'start' in window ? window.start + window.limit : window.limit;
  const place = position && positionWithin(mailbox, position);
  return {
    window: 'start' in window ? { start: 0, limit } : { ...window, position: place },
    maxRows: limit,
    order: NEWEST_FIRST,
    criterion,
    attributes: new Set(['date']),
    preview: DEFAULT_PREVIEW,
  };
}

interface RowReading {
  readonly mailStore: MailStore;
  readonly account: MailAccount;
  readonly rows: readonly FoundMessage[];
  readonly selection: MessageSelection;
}

/**
 * The rows with the selected attributes. Messages that have vanished are left out, and so are those of a mailbox that was
 * re-created, where the uid means another message.
 */
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
