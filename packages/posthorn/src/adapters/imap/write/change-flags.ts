import { MessageSet, store, uidExpunge } from 'posthorn-imap';
import type { Uid } from '../../../domain/values/uid.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** No unchecked client text. */
export interface FlagStore {
  readonly uids: readonly Uid[];
  readonly operation: '+' | '-';
  readonly flags: readonly string[];
  /** In flight together. */
  readonly batch?: symbol;
}

/** Changes flags of existing messages. */
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
 * Changes flags in order. FETCH checks existence: STORE returns OK for missing uids. Throws
 * `message-unknown`.
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
    await fetchMessage(session, { uid, items: ['UID'] }, signal);
    for (const change of changes) await store(session, { ...one, ...change }, signal);
  }
  forgetUntoldFlags(session, { uid, changes });
  session.lastChanged = uid;
}

/** Without the required response (RFC 9051 §6.4.6) known flags are outdated. */
function forgetUntoldFlags({ index }: ImapSession, { uid, changes }: MessageFlagChanges): void {
  const told = new Set(index?.flagsOf(uid)?.map((flag) => flag.toLowerCase()));
  const isTold = changes.every(({ operation, flags }) =>
    flags.every((flag) => told.has(flag.toLowerCase()) === (operation === '+')),
  );
  if (!isTold) index?.forgetFlags({ has: (other) => other === uid });
}

/**
 * Marks messages \Deleted and expunges only them. Without UIDPLUS they stay: EXPUNGE would remove others'
 * messages.
 */
export async function removeMessages(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<void> {
  await storeFlags(session, { uids, operation: '+', flags: ['\\Deleted'] }, signal);
  await expungeMarked(session, uids, signal);
}

/** Expunges \Deleted messages as `removeMessages` does. */
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
