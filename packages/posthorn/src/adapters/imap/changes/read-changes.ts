import type { MailboxChanges, MailboxChangesRequest } from '../../../application/ports/mail/mail-changes.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxPosition, PendingPage } from '../../../domain/mailboxes/mailbox-position.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import { DEFAULT_PREVIEW } from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { UidRanges } from '../../../domain/values/uid-ranges.ts';
import { readItems } from '../list/item-reader.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { digestOf, MAX_COMPARED, readFlagWindow, selectSuspects, suspectsOf } from './flag-window.ts';
import { findGone, findKnown } from './gone-uids.ts';
import { type MailboxView, type MessageReader, viewMailbox } from './mailbox-view.ts';
import { isBehind, OutdatedView } from './outdated-view.ts';

interface Findings {
  readonly position: MailboxPosition;
  readonly changed: UidRanges;
  readonly removed: UidRanges;
  readonly present: UidRanges | null;
  readonly unseenBelow: number | null;
  readonly page: Omit<PendingPage, 'below'>;
}

interface Request extends Omit<MailboxChangesRequest, 'account'> {
  /** Reads created messages; `selection` then serves updated ones. */
  readonly readCreated?: MessageReader;
}
type Following = Omit<Request, 'since'> & { readonly since: MailboxPosition };

/** One page of changes. Throws OutdatedView if this session lags. */
export async function readChanges(
  session: ImapSession,
  request: Request,
  signal: AbortSignal,
): Promise<MailboxChanges> {
  const { since, atLeast } = request;
  const view = await viewMailbox(session, request, signal);
  if (since !== null && since.uidValidity !== view.uidValidity) throw madeAnew();
  if (isBehind(view, since) || isBehind(view, atLeast)) throw new OutdatedView(isBehind(view, since));
  if (since === null) return beginning(session, view, signal);
  const following = { ...request, since };
  const findings = since.pending
    ? continued(view, since, since.pending)
    : await findChanges(session, { view, since }, signal);
  return cutPage(session, following, { findings, ahead: view.ahead, signal });
}

function madeAnew(): MailError {
  return new MailError('message-gone', {
    detail: 'The folder was made anew; forget what is known of it and list it again.',
  });
}

function positionOf({ uidValidity, uidNext, total, highestModSeq }: MailboxView): MailboxPosition {
  return { uidValidity, uidNext, total, highestModSeq, known: null, flags: null, pending: null };
}

async function beginning(
  session: ImapSession,
  view: MailboxView,
  signal: AbortSignal,
): Promise<MailboxChanges> {
  const window = view.highestModSeq === null ? await readFlagWindow(session, 0, signal) : null;
  const known = await findKnown(session, view.uidNext, signal);
  const position = {
    ...positionOf(view),
    ...(known && { known, total: known.size }),
    flags: window && digestOf(window, view.uidNext),
  };
  const { none } = UidRanges;
  return {
    ...{ position, created: [], updated: [], removed: none, present: null },
    ...{ unseenBelow: window && unseenFrom(window.firstUid), isMore: false },
  };
}

async function findChanges(
  session: ImapSession,
  { view, since }: { readonly view: MailboxView; readonly since: MailboxPosition },
  signal: AbortSignal,
): Promise<Findings> {
  const found = (view.found ?? UidRanges.none).below(view.uidNext);
  const hasModSeqs = view.highestModSeq !== null && since.highestModSeq !== null;
  const window = hasModSeqs ? null : await readFlagWindow(session, found.from(since.uidNext).size, signal);
  const suspects = window && suspectsOf(window, { digest: since.flags, uidNext: since.uidNext });
  const old = suspects && selectSuspects(window.flags.keys(), { suspects, uidNext: since.uidNext });
  const seen = old ? found.from(since.uidNext).plus(old.below(since.uidNext)) : found;
  const gone = await findGone(
    session,
    { since, uidNext: view.uidNext, total: view.total, changed: seen },
    signal,
  );
  const { total, known } = gone;
  const flags = window && view.highestModSeq === null ? digestOf(window, view.uidNext) : null;
  return {
    position: { ...positionOf(view), total, known, flags },
    changed: seen.plus(gone.overlooked),
    removed: gone.removed,
    present: gone.present,
    unseenBelow: suspects && unseenFrom(suspects.firstUid),
    page: {
      sinceUidNext: since.uidNext,
      sinceModSeq: hasModSeqs ? since.highestModSeq : null,
      suspects,
    },
  };
}

function continued({ found }: MailboxView, since: MailboxPosition, pending: PendingPage): Findings {
  const { below, sinceUidNext, suspects } = pending;
  const rest = (found ?? UidRanges.none).below(Math.min(below, since.uidNext));
  const changed = suspects ? suspectsAmong(rest, { suspects, sinceUidNext }) : rest;
  const { none } = UidRanges;
  return {
    position: { ...since, pending: null },
    changed,
    ...{ removed: none, present: null, unseenBelow: suspects && unseenFrom(suspects.firstUid) },
    page: pending,
  };
}

function unseenFrom(firstUid: number): number | null {
  return firstUid > 1 ? firstUid : null;
}

function suspectsAmong(
  rest: UidRanges,
  {
    suspects,
    sinceUidNext,
  }: Pick<PendingPage, 'sinceUidNext'> & { suspects: NonNullable<PendingPage['suspects']> },
): UidRanges {
  const arrived = rest.from(sinceUidNext);
  const old = rest.from(suspects.firstUid).below(sinceUidNext).newest(MAX_COMPARED);
  return arrived.plus(selectSuspects(old, { suspects, uidNext: sinceUidNext }));
}

/** Greatest uids first. */
async function cutPage(
  session: ImapSession,
  request: Following,
  {
    findings,
    ahead,
    signal,
  }: {
    readonly findings: Findings;
    readonly ahead: readonly MessageItem[];
    readonly signal: AbortSignal;
  },
): Promise<MailboxChanges> {
  const { changed, position, page, removed, present, unseenBelow: unseen } = findings;
  const uids = changed.newest(request.limit) as readonly Uid[];
  const isMore = changed.size > uids.length;
  const { sinceUidNext } = page;
  const items = await readPage(session, { ...request, uids, sinceUidNext, ahead }, signal);
  const below = uids.at(-1) ?? 1;
  return {
    position: isMore ? { ...position, pending: { ...pendingOf(page), below } } : position,
    created: items.filter(({ uid }) => uid >= sinceUidNext),
    updated: items.filter(({ uid }) => uid < sinceUidNext),
    ...{ removed, present, unseenBelow: unseen, isMore },
  };
}

interface PageRequest extends Pick<Following, 'selection' | 'readCreated'> {
  readonly uids: readonly Uid[];
  readonly sinceUidNext: number;
  readonly ahead: readonly MessageItem[];
}

async function readPage(
  session: ImapSession,
  { uids, sinceUidNext, ahead, selection, readCreated }: PageRequest,
  signal: AbortSignal,
): Promise<readonly MessageItem[]> {
  if (selection === null) return uids.map((uid) => ({ uid }));
  const apart = readCreated ? uids.filter((uid) => uid >= sinceUidNext) : [];
  const known = new Map(ahead.map((item) => [item.uid, item]));
  const missing = apart.filter((uid) => !known.has(uid));
  const others = missing.length > 0 ? await readCreated?.(missing) : [];
  for (const item of others ?? []) known.set(item.uid, item);
  const together = uids.slice(apart.length);
  const request = { uids: together, preview: DEFAULT_PREVIEW, ...selection };
  return [...apart.flatMap((uid) => known.get(uid) ?? []), ...(await readItems(session, request, signal))];
}

function pendingOf({ sinceUidNext, sinceModSeq, suspects }: Findings['page']): Findings['page'] {
  return { sinceUidNext, sinceModSeq, suspects };
}
