/** Changes flags, and removes messages. */
import { MessageSet, store, uidExpunge } from 'posthorn-imap';
import type { Uid } from '../../../domain/uid.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Flags as IMAP writes them, such as `\Seen`; never text of a client that was not checked. */
export interface FlagStore {
  readonly uids: readonly Uid[];
  readonly operation: '+' | '-';
  readonly flags: readonly string[];
  /** Stores of one batch are in flight together. */
  readonly batch?: symbol;
}

/** Sets or clears the flags of the messages that exist. */
export async function storeFlags(
  session: ImapSession,
  { uids, operation, flags, batch }: FlagStore,
  signal: AbortSignal,
): Promise<void> {
  session.invalidateCounts();
  for (const messages of MessageSet.of(uids)) {
    const request = { messages, isUid: true, operation, flags, isSilent: true } as const;
    await store(session, { ...request, ...(batch && { batch }) }, signal);
  }
}

interface MessageFlagChanges {
  readonly uid: Uid;
  readonly changes: readonly Omit<FlagStore, 'uids' | 'batch'>[];
}

/**
 * Changes the flags of one message, in the order of the changes. Whether it exists is asked along with that, because STORE returns OK for
 * missing UIDs; the server returns its flags, so that nobody has to ask for them. Throws `message-unknown`.
 */
export async function changeMessageFlags(
  session: ImapSession,
  { uid, changes }: MessageFlagChanges,
  signal: AbortSignal,
): Promise<void> {
  const batch = Symbol('STORE');
  const one = { messages: MessageSet.range(uid, uid), isUid: true, isSilent: false } as const;
  session.invalidateCounts();
  const [known] = await Promise.all([
    fetchMessages(session, { uids: [uid], items: ['UID'], batch }, signal),
    ...changes.map((change) => store(session, { ...one, ...change, batch }, signal)),
  ]);
  if (!known.has(uid)) {
    // The session may not have been told of the message; then nothing was changed.
    await fetchMessage(session, { uid, items: ['UID'] }, signal);
    for (const change of changes) await store(session, { ...one, ...change }, signal);
  }
  forgetUntoldFlags(session, { uid, changes });
  session.lastChanged = uid;
}

/** A server must return the flags (RFC 9051 §6.4.6); where one does not, those that are known are those before the change. */
function forgetUntoldFlags({ index }: ImapSession, { uid, changes }: MessageFlagChanges): void {
  const told = new Set(index?.flagsOf(uid)?.map((flag) => flag.toLowerCase()));
  const isTold = changes.every(({ operation, flags }) =>
    flags.every((flag) => told.has(flag.toLowerCase()) === (operation === '+')),
  );
  if (!isTold) index?.forgetFlags({ has: (other) => other === uid });
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
