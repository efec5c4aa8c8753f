import type { Uid } from '../../../domain/values/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { headerKeys, type SearchKeys } from './search-keys.ts';
import { searchByKeys } from './search-uids.ts';

const MAX_READ_MESSAGES = 1000;

/** Text in a header field, in any case. */
export interface HeaderSearch {
  readonly name: string;
  readonly text: string;
  readonly keys: SearchKeys;
}

/** Matches, ascending. After a refusal (Yahoo), among the newest 1,000. */
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
