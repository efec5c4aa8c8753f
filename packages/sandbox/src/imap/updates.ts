/** News of the selected mailbox as untagged answers (RFC 3501 §5.2, §7). */
import { SYSTEM_FLAGS } from '../mailbox/flags.ts';
import type { StoredMessage } from '../mailbox/mailbox.ts';
import type { MailboxUpdate, MailboxView } from '../mailbox/mailbox-view.ts';
import type { OctetText } from '../octet-text.ts';
import type { Session } from './session.ts';

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
  if (view === undefined) return;
  for (const update of view.takeUpdates(options)) {
    for (const line of updateLines(session, { view, update, withUids: options.withUids }))
      session.untagged(line);
  }
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
    case 'expunge':
      return [`${update.number} EXPUNGE`];
    case 'exists':
      return [`${update.count} EXISTS`];
    case 'recent':
      return [`${update.count} RECENT`];
    case 'flags': {
      const uid = withUids ? [`UID ${update.message.uid}`] : [];
      const modSeq = session.isCondstoreEnabled ? [`MODSEQ (${update.message.modSeq})`] : [];
      const items = [...uid, ...modSeq, formatFlags(view, update.message)];
      return [`${update.number} FETCH (${items.join(' ')})`];
    }
  }
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
