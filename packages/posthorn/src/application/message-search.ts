/** Searches folders of an account, newest messages first. */
import type { MailAccount } from '../domain/mail-account.ts';
import { MailError } from '../domain/mail-error.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { MessageItem } from '../domain/message-item.ts';
import {
  DEFAULT_PREVIEW,
  type MessageCriterion,
  type MessageOrder,
  type MessageWindow,
} from '../domain/message-query.ts';
import type { FoundMessage } from './found-message.ts';
import { mapConcurrently } from './limited-concurrency.ts';
import type { MailStore, MessageSelection } from './ports/mail-store.ts';
import { readMessages } from './read-messages.ts';
import { searchedMailboxes } from './searched-mailboxes.ts';

/** A search of all folders of an account. */
export interface MessageSearchRequest {
  readonly account: MailAccount;
  /** The folders to search; undefined for all but those for junk and deleted messages. */
  readonly folders?: readonly MailboxName[] | undefined;
  /** Null: every message. */
  readonly criterion: MessageCriterion | null;
  readonly window: MessageWindow;
  readonly selection: MessageSelection;
  /** Folders that have not answered by then are left out. */
  readonly timeBudgetMs: number;
}

/** One page of the messages that a search has found. */
export interface MessageSearchResult {
  /** The rows of the window; fewer when some vanished meanwhile. */
  readonly messages: readonly FoundMessage[];
  /** Matching messages in the folders that answered in time. */
  readonly matching: number;
  /** True when some folder did not. */
  readonly isIncomplete: boolean;
}

/** Folders that are searched side by side; an account has a few connections only. */
const MAX_CONCURRENT_SEARCHES = 3;
const NEWEST_FIRST: MessageOrder = [{ key: 'date', isDescending: true }];

/** The hits of one folder: at most as many of its newest rows as the window needs. */
interface FolderHits {
  readonly matching: number;
  readonly messages: readonly FoundMessage[];
}

/**
 * The window of all messages that match. Of each folder only dates are read; the selected attributes only of the
 * rows in the window. Throws what `MailStore.listMailboxes` and `MailStore.listMessages` throw.
 */
export async function searchMessages(
  { mailStore, ...request }: MessageSearchRequest & { readonly mailStore: MailStore },
  signal: AbortSignal,
): Promise<MessageSearchResult> {
  const { account, folders, window, selection } = request;
  const budget = AbortSignal.timeout(request.timeBudgetMs);
  const mailboxes =
    folders ?? searchedMailboxes(await mailStore.listMailboxes(account, signal), account.roots);
  const searched = await mapConcurrently(mailboxes, {
    maxConcurrent: MAX_CONCURRENT_SEARCHES,
    work: (mailbox) => searchFolder({ mailStore, request, mailbox, budget }, signal),
  });
  const hits = searched.filter((folder) => folder !== null);
  const newest = hits.flatMap(({ messages }) => messages).toSorted(byDateDescending);
  const rows = newest.slice(window.start, window.start + window.limit);
  return {
    messages: await readRows({ mailStore, account, rows, selection }, signal),
    matching: hits.reduce((sum, { matching }) => sum + matching, 0),
    isIncomplete: hits.length < searched.length,
  };
}

interface FolderSearch {
  readonly mailStore: MailStore;
  readonly request: MessageSearchRequest;
  readonly mailbox: MailboxName;
  readonly budget: AbortSignal;
}

/** The folder's hits; null when the time was up. A folder that was deleted meanwhile has none. */
async function searchFolder(
  { mailStore, request, mailbox, budget }: FolderSearch,
  signal: AbortSignal,
): Promise<FolderHits | null> {
  if (budget.aborted) return null;
  const limit = request.window.start + request.window.limit;
  const query = {
    window: { start: 0, limit },
    maxRows: limit,
    order: NEWEST_FIRST,
    criterion: request.criterion,
    attributes: new Set(['date'] as const),
    preview: DEFAULT_PREVIEW,
  };
  try {
    const either = AbortSignal.any([signal, budget]);
    const { account } = request;
    const page = await mailStore.listMessages({ account, mailbox, query }, either);
    const { items, matching, uidValidity } = page;
    return { matching, messages: items.map((item) => ({ mailbox, uidValidity, item })) };
  } catch (error) {
    if (budget.aborted && !signal.aborted) return null;
    if (error instanceof MailError && error.code === 'mailbox-unknown') return { matching: 0, messages: [] };
    throw error;
  }
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

function byDateDescending(a: FoundMessage, b: FoundMessage): number {
  return epochMsOf(b.item) - epochMsOf(a.item) || b.item.uid - a.item.uid;
}

function epochMsOf({ date }: MessageItem): number {
  return date?.epochMs ?? 0;
}
