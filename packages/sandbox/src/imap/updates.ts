/** News of the selected mailbox as untagged answers (RFC 3501 §5.2, §7). */
import { SYSTEM_FLAGS } from '../mailbox/flags.ts';
import type { StoredMessage } from '../mailbox/mailbox.ts';
import type { Expunge, MailboxUpdate, MailboxView } from '../mailbox/mailbox-view.ts';
import type { OctetText } from '../octet-text.ts';
import type { Session } from './session.ts';
import { formatSequenceSet } from './wire/sequence-set.ts';

/** What may be told after the command that just ended. */
export interface UpdateOptions {
  /** False while FETCH, STORE or SEARCH by message number runs: the client's numbers must hold. */
  readonly mayExpunge: boolean;
  /** True when the command that just ended was one by uid. */
  readonly withUids: boolean;
}

/** Queues all the client has not been told yet. */
export function queueUpdates(session: Session, options: UpdateOptions): void {
  const { view } = session;
  if (view === undefined || session.hidesNews) return;
  for (const update of view.takeUpdates(options)) {
    for (const line of updateLines(session, { view, update, withUids: options.withUids }))
      session.untagged(line);
  }
  if (session.isQresyncEnabled) queueHiddenExpunges(session, view);
}

/** The client must not take it that it knows of expunges which it has not been told (RFC 7162 §3.2). */
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

/** One VANISHED after ENABLE QRESYNC, else EXPUNGE for each message (RFC 7162 §3.2.10.2). */
function expungeLines(session: Session, expunges: readonly Expunge[]): readonly OctetText[] {
  const told = session.server.quirks.tellsExpungesUpwards === true ? expunges.toReversed() : expunges;
  if (!session.isQresyncEnabled) return told.map(({ number }) => `${number} EXPUNGE`);
  return [`VANISHED ${formatSequenceSet(expunges.map(({ uid }) => uid).toReversed())}`];
}

/** A message whose flags the client is told without having asked. */
export interface FlagChange {
  readonly view: MailboxView;
  readonly number: number;
  readonly message: StoredMessage;
  readonly withUid: boolean;
}

/** FETCH with the flags, and with uid and mod-sequence where they belong, without its `* `. */
export function flagChangeLine(session: Session, { view, number, message, withUid }: FlagChange): OctetText {
  const uid = withUid || session.tellsUids ? [`UID ${message.uid}`] : [];
  const modSeq = session.isCondstoreEnabled ? [`MODSEQ (${message.modSeq})`] : [];
  return `${number} FETCH (${[...uid, ...modSeq, formatFlags(view, message)].join(' ')})`;
}

/** `FLAGS (...)` of a message, \Recent included. */
export function formatFlags(view: MailboxView, message: StoredMessage): OctetText {
  const recent = view.isRecent(message) ? ['\\Recent'] : [];
  return `FLAGS (${[...message.flags, ...recent].join(' ')})`;
}

/** FLAGS and PERMANENTFLAGS of the selected mailbox. */
export function flagLines(view: MailboxView): readonly OctetText[] {
  const flags = [...SYSTEM_FLAGS, ...view.mailbox.flagNames.keywords].join(' ');
  const newKeywords = view.mailbox.keepsKeywords ? ' \\*' : '';
  const permanent = view.isReadOnly ? '' : `${flags}${newKeywords}`;
  return [`FLAGS (${flags})`, `OK [PERMANENTFLAGS (${permanent})] Flags permitted`];
}
