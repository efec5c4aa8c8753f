/** Changes flags, and removes messages. */
import { MessageSet, store, uidExpunge } from 'posthorn-imap';
import type { Uid } from '../../domain/uid.ts';
import { isRefused } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';

/** Flags as IMAP writes them, such as `\Seen`; never text of a client that was not checked. */
export interface FlagStore {
  readonly uids: readonly Uid[];
  readonly operation: '+' | '-';
  readonly flags: readonly string[];
}

/** Sets or clears the flags of the messages that exist. */
export async function storeFlags(
  session: ImapSession,
  { uids, operation, flags }: FlagStore,
  signal: AbortSignal,
): Promise<void> {
  session.invalidateCounts();
  for (const messages of MessageSet.of(uids)) {
    await store(session, { messages, isUid: true, operation, flags, isSilent: true }, signal);
  }
}

/**
 * Marks the messages \Deleted and expunges them alone. Without UIDPLUS, or where the server refuses it all the same, they stay
 * marked: a plain EXPUNGE would take along what other clients have marked.
 */
export async function removeMessages(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<void> {
  await storeFlags(session, { uids, operation: '+', flags: ['\\Deleted'] }, signal);
  await expungeMarked(session, uids, signal);
}

/** Expunges those of the messages that are marked \Deleted, as `removeMessages` does. */
export async function expungeMarked(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<void> {
  if (!session.capabilities.has('UIDPLUS')) return;
  session.invalidateCounts();
  try {
    for (const messages of MessageSet.of(uids)) await uidExpunge(session, messages, signal);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}
