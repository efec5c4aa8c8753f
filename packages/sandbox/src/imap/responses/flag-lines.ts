import { SYSTEM_FLAGS } from '../../mailbox/flags.ts';
import type { StoredMessage } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import type { OctetText } from '../../octet-text.ts';
import type { Session } from '../session/session.ts';

/** An unsolicited flag change. */
export interface FlagChange {
  readonly view: MailboxView;
  readonly number: number;
  readonly message: StoredMessage;
  readonly withUid: boolean;
}

/** FETCH without `* `, with uid and mod-sequence if needed. */
export function flagChangeLine(session: Session, { view, number, message, withUid }: FlagChange): OctetText {
  const uid = withUid || session.tellsUids ? [`UID ${message.uid}`] : [];
  const modSeq = session.isCondstoreEnabled ? [`MODSEQ (${message.modSeq})`] : [];
  return `${number} FETCH (${[...uid, ...modSeq, formatFlags(view, message)].join(' ')})`;
}

/** Includes \Recent. */
export function formatFlags(view: MailboxView, message: StoredMessage): OctetText {
  const recent = view.isRecent(message) ? ['\\Recent'] : [];
  return `FLAGS (${[...message.flags, ...recent].join(' ')})`;
}

/** FLAGS and PERMANENTFLAGS. */
export function flagLines(view: MailboxView): readonly OctetText[] {
  const flags = [...SYSTEM_FLAGS, ...view.mailbox.flagNames.keywords].join(' ');
  const newKeywords = view.mailbox.keepsKeywords ? ' \\*' : '';
  const permanent = view.isReadOnly ? '' : `${flags}${newKeywords}`;
  return [`FLAGS (${flags})`, `OK [PERMANENTFLAGS (${permanent})] Flags permitted`];
}
