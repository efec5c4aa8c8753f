/** Flags in untagged responses (RFC 3501 §7.2.6, §7.4.2). */
import { SYSTEM_FLAGS } from '../../mailbox/flags.ts';
import type { StoredMessage } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import type { OctetText } from '../../octet-text.ts';
import type { Session } from '../session/session.ts';

/** A message whose flags are reported unsolicited. */
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
