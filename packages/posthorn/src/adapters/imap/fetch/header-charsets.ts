import type { Uid } from '../../../domain/values/uid.ts';
import { declaredCharset } from '../../../message/headers/declared-charset.ts';
import { needsCharset } from '../../../message/headers/field-charset.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { headerFields } from './fetch-items.ts';
import type { FetchedMessage } from './fetched-message.ts';
import { fetchMessages } from './fetched-messages.ts';

/** Charsets of non-UTF-8 headers: one FETCH, rarely needed. */
export async function readHeaderCharsets(
  session: ImapSession,
  messages: readonly FetchedMessage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, string>> {
  const uids = messages.filter(({ header }) => header && needsCharset(header)).map(({ uid }) => uid);
  if (uids.length === 0) return new Map();
  const items = [headerFields(['CONTENT-TYPE'])];
  const typed = await fetchMessages(session, { uids, items }, signal);
  return new Map(
    [...typed].flatMap(([uid, { header }]) => {
      const charset = header && declaredCharset(header);
      return charset === undefined ? [] : [[uid, charset] as const];
    }),
  );
}
