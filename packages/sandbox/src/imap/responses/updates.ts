import type {
  Arrival,
  Expunge,
  MailboxUpdate,
  MailboxView,
  NewsKind,
  NewsRequest,
} from '../../mailbox/mailbox-view.ts';
import type { OctetText } from '../../octet-text.ts';
import type { Session } from '../session/session.ts';
import { CommandRefusal } from '../wire/refusal.ts';
import { formatSequenceSet } from '../wire/sequence-set.ts';
import { type FetchRequest, fetchValues } from './fetch-values.ts';
import { flagChangeLine, flagLines } from './flag-lines.ts';
import { queueOtherNews } from './other-news.ts';

/** Events allowed after a command. */
export interface UpdateOptions {
  /** False after FETCH, STORE or SEARCH by number: numbers must stay valid. */
  readonly mayExpunge: boolean;
  readonly withUids: boolean;
}

/** Queues unreported changes (RFC 3501 §5.2, §7). */
export function queueUpdates(session: Session, options: UpdateOptions): void {
  const { view, watch } = session;
  session.hasUntoldNews = false;
  if (view !== undefined && !session.hidesNews) queueSelectedUpdates(session, { ...options, view });
  if (watch === undefined || session.isBlind) return;
  for (const news of watch.takeNews()) queueOtherNews(session, news);
}

const ALL_KINDS: ReadonlySet<NewsKind> = new Set(['arrivals', 'expunges', 'flags']);

function queueSelectedUpdates(
  session: Session,
  { view, mayExpunge, withUids }: UpdateOptions & { readonly view: MailboxView },
): void {
  const { watch } = session;
  const request: NewsRequest = {
    mayExpunge: mayExpunge || watch?.isImmediate === true,
    kinds: watch?.selectedKinds ?? ALL_KINDS,
  };
  for (const update of view.takeUpdates(request)) {
    for (const line of updateLines(session, { view, update, withUids: withUids || watch !== undefined }))
      session.untagged(line);
    if (update.kind === 'exists') queueArrivals(session, { view, arrivals: update.arrivals });
  }
  if (session.isQresyncEnabled) queueHiddenExpunges(session, view);
}

/** RFC 5465 §5.2. */
function queueArrivals(
  session: Session,
  { view, arrivals }: { readonly view: MailboxView; readonly arrivals: readonly Arrival[] },
): void {
  const items = session.watch?.fetchItems ?? [];
  if (items.length === 0) return;
  for (const { number, message } of arrivals) {
    const values = decodableValues({ view, message, items, quirks: session.server.quirks });
    const separated = values.flatMap((pieces, index) => (index === 0 ? pieces : [' ', ...pieces]));
    if (values.length > 0) session.connection.queue([`* ${number} FETCH (`, ...separated, ')\r\n']);
  }
}

function decodableValues(request: FetchRequest): ReturnType<typeof fetchValues> {
  try {
    return fetchValues(request);
  } catch (error) {
    if (error instanceof CommandRefusal) return [];
    throw error;
  }
}

/** HIGHESTMODSEQ must stay below unreported expunges (RFC 7162 §3.2). */
function queueHiddenExpunges(session: Session, view: MailboxView): void {
  const hidden = view.lowestHiddenModSeq;
  if (hidden !== undefined) session.untagged(`OK [HIGHESTMODSEQ ${hidden - 1}] Expunges are still untold`);
}

interface UpdateContext {
  readonly view: MailboxView;
  readonly update: MailboxUpdate;
  readonly withUids: boolean;
}

function updateLines(session: Session, { view, update, withUids }: UpdateContext): readonly OctetText[] {
  switch (update.kind) {
    case 'keywords':
      return flagLines(view);
    case 'expunges':
      return expungeLines(session, update.expunges);
    case 'exists':
      return [`${update.count} EXISTS`];
    case 'recent':
      return [`${update.count} RECENT`];
    case 'flags':
      return [flagChangeLine(session, { ...update, view, withUid: withUids })];
  }
}

/** RFC 7162 §3.2.10.2. */
function expungeLines(session: Session, expunges: readonly Expunge[]): readonly OctetText[] {
  const told = session.server.quirks.tellsExpungesUpwards === true ? expunges.toReversed() : expunges;
  if (!session.isQresyncEnabled) return told.map(({ number }) => `${number} EXPUNGE`);
  return [`VANISHED ${formatSequenceSet(expunges.map(({ uid }) => uid).toReversed())}`];
}
