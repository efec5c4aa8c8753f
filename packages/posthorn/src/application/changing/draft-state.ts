/** How far a draft is on its way out. */
import { SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD } from '../../domain/keyword.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { StoredMessage } from '../ports/mail/mail-store.ts';

type FlagsOfMessage = Pick<StoredMessage, 'flags' | 'keywords'>;

/** `unsent`; `pending`: an attempt to send it was begun, and its end is not known; `sent`. */
export type DraftState = 'unsent' | 'pending' | 'sent';

/** Keywords have no case (RFC 9051 §2.3.2). */
export function draftStateOf({ keywords }: Pick<FlagsOfMessage, 'keywords'>): DraftState {
  const names = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  if (names.has(SUBMITTED_KEYWORD.toLowerCase())) return 'sent';
  return names.has(SUBMIT_PENDING_KEYWORD.toLowerCase()) ? 'pending' : 'unsent';
}

/** Throws `conflict` for a message that is not a draft, or was sent. */
export function requireDraft(message: FlagsOfMessage): void {
  if (!message.flags.has('draft')) throw notADraft();
  if (draftStateOf(message) === 'sent') throw alreadySent();
}

/** The failure of an action that only drafts allow. */
export function notADraft(): MailError {
  return new MailError('conflict', { detail: 'The message is not a draft.' });
}

/** The failure of a change to a message that has gone out. */
export function alreadySent(): MailError {
  return new MailError('conflict', { detail: 'The message was sent and cannot be changed.' });
}
