import type { ConversationMessage, MessageFile, MessageRow, MessageText } from '../mail/message.ts';
import type { Filter } from '../mail/search-query.ts';
import type { FolderChanges } from '../mail/sparse-rows.ts';
import { type ApiDocument, type Client, listOf, resourceOf } from './client.ts';
import { CONVERSATION_FIELDS, FILE_FIELDS, ROW_FIELDS, withQuery } from './parameters.ts';
import { toConversationMessage, toFile, toRows, toText } from './read-resources.ts';

/** The API's page limit for lists with files. */
export const PAGE_ROWS = 50;

/** A list's rows. */
export interface Page {
  readonly rows: readonly MessageRow[];
  /** Undefined when some folders failed. */
  readonly total: number | undefined;
  readonly state: string | undefined;
  /** For lists by cursor. */
  readonly next: string | null;
  readonly incomplete: readonly string[];
}

/** A folder's page by row number, newest first. */
export async function pageOfFolder(
  client: Client,
  { folder, start }: { readonly folder: string; readonly start: number },
  signal?: AbortSignal,
): Promise<Page> {
  const page = { 'page[offset]': String(start), 'page[limit]': String(PAGE_ROWS) };
  const { document } = await client.ask(withQuery(`MailFolders/${folder}/MessageItems`, ROW_FIELDS, page), {
    signal,
  });
  return toPage(document);
}

/** A search. */
export interface Search {
  readonly account: string;
  readonly folder: string | undefined;
  readonly filters: readonly Filter[];
}

/** A search's first page; `next` continues without repeats while mail arrives. */
export async function firstPageOfSearch(
  client: Client,
  { account, folder, filters }: Search,
  signal?: AbortSignal,
): Promise<Page> {
  const path =
    folder === undefined ? `MailAccounts/${account}/MessageItems` : `MailFolders/${folder}/MessageItems`;
  const named = filters.map(([name, value]) => [`filter[${name}]`, value] as const);
  const query = withQuery(path, ROW_FIELDS, named, { 'page[size]': String(PAGE_ROWS) });
  return nextPage(client, query, signal);
}

/** The page at an earlier page's `next`. */
export async function nextPage(client: Client, next: string, signal?: AbortSignal): Promise<Page> {
  const { document } = await client.ask(next, { signal });
  return toPage(document);
}

function toPage(document: ApiDocument): Page {
  const {
    page,
    state,
    incomplete = [],
  } = (document.meta ?? {}) as {
    readonly page?: { readonly total?: number };
    readonly state?: string;
    readonly incomplete?: readonly string[];
  };
  return {
    rows: toRows(listOf(document), document),
    total: page?.total,
    state,
    next: document.links?.next ?? null,
    incomplete,
  };
}

/** A folder's changes since the state, and the next state. */
export async function changesOfFolder(
  client: Client,
  folder: string,
  since: string,
): Promise<{ readonly changes: readonly FolderChanges[]; readonly state: string }> {
  const changes: FolderChanges[] = [];
  let state = since;
  for (let more = true; more; ) {
    const path = withQuery(`MailFolders/${folder}/changes`, ROW_FIELDS, { since: state });
    const { document } = await client.ask(path);
    const meta = document.meta ?? {};
    changes.push(toChanges(document));
    state = String(meta.state);
    more = meta.more === true;
  }
  return { changes, state };
}

function toChanges(document: ApiDocument): FolderChanges {
  const { removed = [], present } = (document.meta ?? {}) as {
    readonly removed?: readonly string[];
    readonly present?: { readonly uids: string };
  };
  const data = listOf(document);
  const rows = toRows(data, document);
  const changed = rows.map((row, index) => ({ row, isNew: data[index]?.meta?.change === 'created' }));
  return { changed, removed, presentUids: present?.uids };
}

/** A message's conversation, oldest first. */
export async function readConversation(
  client: Client,
  id: string,
  signal?: AbortSignal,
): Promise<readonly ConversationMessage[]> {
  const { document } = await client.ask(withQuery(`MessageItems/${id}/thread`, CONVERSATION_FIELDS), {
    signal,
  });
  return listOf(document).map(toConversationMessage);
}

/** A message with its entity tag. */
export async function readMessage(
  client: Client,
  id: string,
): Promise<{ readonly message: ConversationMessage; readonly etag: string | null }> {
  const { document, etag } = await client.ask(withQuery(`MessageItems/${id}`, CONVERSATION_FIELDS));
  return { message: toConversationMessage(resourceOf(document)), etag };
}

/** A message's texts; remote images only when allowed. */
export async function readText(
  client: Client,
  { id, images }: { readonly id: string; readonly images: 'allow' | 'block' },
  signal?: AbortSignal,
): Promise<MessageText> {
  const fields = { 'fields[MessageBody]': 'textPlain,textHtml' };
  const { document } = await client.ask(withQuery(`MessageBodies/${id}`, fields, { images }), { signal });
  return toText(resourceOf(document));
}

/** A message's files. */
export async function listFiles(
  client: Client,
  id: string,
  signal?: AbortSignal,
): Promise<readonly MessageFile[]> {
  const { document } = await client.ask(withQuery(`MessageItems/${id}/Attachments`, FILE_FIELDS), { signal });
  return listOf(document).map(toFile);
}
