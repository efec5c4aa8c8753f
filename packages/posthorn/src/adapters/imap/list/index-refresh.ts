import { type CommandRunner, fetch, MessageSet, search } from 'posthorn-imap';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageOrder } from '../../../domain/messages/message-query.ts';
import { joinKeys, type SearchKeys, searchKeys, uidsFrom } from '../search/search-keys.ts';
import { sortUids } from '../search/search-uids.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { MailboxIndex } from '../session/mailbox-index.ts';
import type { FollowedMailbox, SortedUids } from './followed-mailbox.ts';
import { serverOrder } from './mailbox-order.ts';

const MAX_READINGS = 3;
const ALL_UIDS = MessageSet.range(1, 0xffff_ffff);

/** Mailbox and last state. */
export interface RefreshRequest {
  readonly mailbox: MailboxName;
  readonly known: FollowedMailbox | undefined;
  /** For small mailboxes, in the same round trip. */
  readonly order?: MessageOrder | undefined;
  readonly isReopened?: boolean;
}

interface Following {
  readonly index: MailboxIndex;
  readonly isTakenOver: boolean;
  readonly counts?: MailboxCounts | undefined;
  readonly sorted?: SortedUids | undefined;
}

/** One NOOP if open and unchanged. */
export async function refreshIndex(
  session: ImapSession,
  request: RefreshRequest,
  signal: AbortSignal,
): Promise<FollowedMailbox> {
  const { mailbox, known, isReopened = false } = request;
  const { opened } = session;
  const following =
    opened?.name === mailbox
      ? follow(session, request, opened.uidValidity)
      : await openFollowed(session, request, signal);
  const { index, isTakenOver, sorted } = following;
  const isKnown = known?.index === index;
  try {
    const isNew = !isKnown && !index.isComplete;
    const counts = following.counts ?? (await countAndRead(session, { mailbox, index, isNew }, signal));
    // Re-created. Once: servers may contradict themselves.
    if (session.index !== index && !isReopened) {
      return refreshIndex(session, { mailbox, known: undefined, isReopened: true }, signal);
    }
    if (isTakenOver && isKnown) await catchUp(session, { known, counts }, signal);
    await completeIndex(session, index, signal);
    const areFlagsCurrent = session.opened?.hasModSeqs ?? false;
    return { counts, index, areFlagsCurrent, areCountsSettled: session.hasCounts, sorted };
  } catch (error) {
    if (isTakenOver) index.unfollow();
    throw error;
  }
}

/** Follows at once, to lose no response. */
function follow(session: ImapSession, { known }: RefreshRequest, uidValidity: number): Following {
  // Without uidValidity, uids are valid for one session (RFC 9051 §2.3.1.1).
  const isKnown =
    known?.index.uidValidity === uidValidity && (uidValidity !== 0 || session.index === known.index);
  const index = isKnown ? known.index : new MailboxIndex(uidValidity);
  const isTakenOver = session.index !== index;
  if (isTakenOver) session.keep(index);
  return { index, isTakenOver };
}

/** In the round trip of SELECT. */
async function openFollowed(
  session: ImapSession,
  request: RefreshRequest,
  signal: AbortSignal,
): Promise<Following> {
  const { mailbox, known, order } = request;
  let index = new MailboxIndex(0);
  let changes = 0;
  const onSelected = (uidValidity: number): void => {
    index = follow(session, request, uidValidity).index;
    changes = index.changes;
  };
  const keys = order && serverOrder(session, order);
  const ask = async (runner: CommandRunner): Promise<SortedUids | Uint32Array | undefined> => {
    if (keys && order)
      return { order, uids: await sortUids(runner, { criterion: null, order: keys }, signal) };
    return known ? undefined : searchAll(runner, searchKeys(null), signal);
  };
  try {
    const asked = await session.openCounted(mailbox, { onSelected, ask }, signal);
    const answer = asked?.answer;
    const sorted = answer instanceof Uint32Array ? undefined : answer;
    const uids = sorted ? sorted.uids.slice().sort() : (answer as Uint32Array | undefined);
    // It may lack changes during the search.
    if (uids && index.changes === changes) index.replace(uids);
    return { index, isTakenOver: true, counts: asked?.counts, sorted };
  } catch (error) {
    index.unfollow();
    throw error;
  }
}

interface Counting {
  readonly mailbox: MailboxName;
  readonly index: MailboxIndex;
  readonly isNew: boolean;
}

async function countAndRead(
  session: ImapSession,
  { mailbox, index, isNew }: Counting,
  signal: AbortSignal,
): Promise<MailboxCounts> {
  const counting = session.countMessages(mailbox, signal);
  if (!isNew) return counting;
  const [counts] = await Promise.all([counting, readUids(session, index, signal)]);
  return counts;
}

async function completeIndex(session: ImapSession, index: MailboxIndex, signal: AbortSignal): Promise<void> {
  for (let reading = 1; !index.isComplete && reading <= MAX_READINGS; reading += 1) {
    await readUids(session, index, signal);
  }
}

interface TakeOver {
  readonly known: FollowedMailbox;
  readonly counts: MailboxCounts;
}

/** Equal mod-sequences: nothing changed (RFC 7162 §3.1.2). */
async function catchUp(
  session: ImapSession,
  { known: { index, counts: last, areCountsSettled }, counts }: TakeOver,
  signal: AbortSignal,
): Promise<void> {
  const isSame = last.uidNext === counts.uidNext && last.total === counts.total;
  if (isSame && areCountsSettled && index.count === counts.total) index.confirm();
  const since = areCountsSettled && session.opened?.hasModSeqs ? last.highestModSeq : null;
  if (since === null) index.forgetFlags();
  else if (since !== counts.highestModSeq) await readChangedFlags(session, { index, since }, signal);
}

async function readChangedFlags(
  session: ImapSession,
  { index, since }: { readonly index: MailboxIndex; readonly since: string },
  signal: AbortSignal,
): Promise<void> {
  const items = ['UID', 'FLAGS'] as const;
  const request = { messages: ALL_UIDS, isUid: true, items, changedSince: BigInt(since) } as const;
  try {
    const { code } = await fetch(session, { ...request, onMessage: () => undefined }, signal);
    // Not all were examined (RFC 9738 §3.1).
    if (code?.name === 'MESSAGELIMIT') index.forgetFlags();
  } catch (error) {
    // Some announce CONDSTORE without the modifier.
    if (!isRefused(error)) throw error;
    index.forgetFlags();
  }
}

async function readUids(session: ImapSession, index: MailboxIndex, signal: AbortSignal): Promise<void> {
  const { changes, lacksOnlyNew, lastUid } = index;
  const uids = await searchAll(session, lacksOnlyNew ? uidsFrom(lastUid + 1) : searchKeys(null), signal);
  if (lacksOnlyNew && index.changes === changes) index.add(uids);
  if (lacksOnlyNew && !index.isComplete) index.doubt();
  if (!lacksOnlyNew && index.changes === changes) index.replace(uids);
}

async function searchAll(runner: CommandRunner, keys: SearchKeys, signal: AbortSignal): Promise<Uint32Array> {
  const isExtended = runner.capabilities.has('ESEARCH');
  const uids = await search(runner, { keys: joinKeys(keys), isUid: true, isExtended }, signal);
  return isAscending(uids) ? uids : uids.filter((uid) => uid !== 0).sort();
}

/** Excludes 0. */
function isAscending(uids: Uint32Array): boolean {
  return uids.every((uid, position) => uid > (position === 0 ? 0 : (uids[position - 1] ?? 0)));
}
