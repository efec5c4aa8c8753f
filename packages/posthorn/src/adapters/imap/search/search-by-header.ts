/** Finds messages by a header field, also on servers that refuse to search header fields (Yahoo). */
import type { Uid } from '../../../domain/uid.ts';
import { parseHeaderFields } from '../../../message/header-fields.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { headerKeys, type SearchKeys } from './search-keys.ts';
import { searchByKeys } from './search-uids.ts';

/** The newest messages whose field is read where the server does not search. Servers may answer for no more (RFC 9738 §3). */
const MAX_READ_MESSAGES = 1000;

/** A header field that contains a text, as SEARCH HEADER compares it: in any case of letters. */
export interface HeaderSearch {
  readonly name: string;
  readonly text: string;
  /** Further search keys that the messages match. */
  readonly keys: SearchKeys;
}

/** The uids of the matching messages, ascending. Where the server refuses, the newest 1,000 of those that match the other keys are read. */
export async function searchByHeader(
  session: ImapSession,
  { name, text, keys }: HeaderSearch,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  try {
    return await searchByKeys(session, [...keys, ...headerKeys(name, text)], signal);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const uids = (await searchByKeys(session, keys, signal)).slice(-MAX_READ_MESSAGES);
  if (uids.length === 0) return [];
  const items = ['UID', headerFields([name.toUpperCase()])] as const;
  const fetched = await fetchMessages(session, { uids, items }, signal);
  const wanted = text.toLowerCase();
  return uids.filter((uid) => {
    const header = fetched.get(uid)?.header;
    return header && parseHeaderFields(header).first(name)?.toLowerCase().includes(wanted);
  });
}
