/** Finds out which of the named messages exist. */
import { MessageSet } from 'posthorn-imap';
import type { Uid } from '../../../domain/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { searchByKeys } from './search-uids.ts';

/**
 * Those of the uids that exist in the open mailbox, ascending. Costs a NOOP first: until then a session sees neither new messages
 * nor that others have vanished.
 */
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
    // A uid that was not requested must not be changed, whatever the server returns.
    found.push(...answer.filter((uid) => asked.has(uid)));
  }
  return found;
}
