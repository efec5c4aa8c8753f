import { MessageSet } from 'posthorn-imap';
import type { Uid } from '../../../domain/values/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { searchByKeys } from './search-uids.ts';

/** Existing uids, ascending, after a NOOP for others' changes. */
export async function existingUids(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  if (uids.length === 0) return [];
  await session.poll(signal);
  const asked = new Set(uids);
  const found: Uid[] = [];
  for (const set of MessageSet.of(asked)) {
    const answer = await searchByKeys(session, ['UID', set.text], signal);
    // Servers may return others, which must not change.
    found.push(...answer.filter((uid) => asked.has(uid)));
  }
  return found;
}
