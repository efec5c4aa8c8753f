/** Which messages among those that somebody has named are there. */
import { MessageSet } from 'posthorn-imap';
import type { Uid } from '../../domain/uid.ts';
import type { ImapSession } from './imap-session.ts';
import { searchByKeys } from './search-uids.ts';

/**
 * The uids that the open mailbox has, ascending. The server first tells what has come and gone: a session sees messages that it was
 * not told of as little as that others have vanished.
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
    // Beyond what was asked for nothing must be changed, whatever the server answers.
    found.push(...answer.filter((uid) => asked.has(uid)));
  }
  return found;
}
