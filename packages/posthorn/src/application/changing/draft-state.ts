import { MailError } from '../../domain/errors/mail-error.ts';
import { SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD } from '../../domain/messages/keyword.ts';
import type { StoredMessage } from '../ports/mail/mail-store.ts';

type FlagsOfMessage = Pick<StoredMessage, 'flags' | 'keywords'>;

/** `pending`: submission began, with an unknown outcome. */
export type DraftState = 'unsent' | 'pending' | 'sent';

/** The submission state. Keywords are case-insensitive (RFC 9051 §2.3.2). */
export function draftStateOf({ keywords }: Pick<FlagsOfMessage, 'keywords'>): DraftState {
  const names = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  if (names.has(SUBMITTED_KEYWORD.toLowerCase())) return 'sent';
  return names.has(SUBMIT_PENDING_KEYWORD.toLowerCase()) ? 'pending' : 'unsent';
}

/** Throws `conflict` for a non-draft or sent message. */
export function requireDraft(message: FlagsOfMessage): void {
  if (!message.flags.has('draft')) throw notADraft();
  if (draftStateOf(message) === 'sent') throw alreadySent();
}

/** The error for a non-draft. */
export function notADraft(): MailError {
  return new MailError('conflict', { detail: 'The message is not a draft.' });
}

/** The error for a sent message. */
export function alreadySent(): MailError {
  return new MailError('conflict', { detail: 'The message was sent and cannot be changed.' });
}
