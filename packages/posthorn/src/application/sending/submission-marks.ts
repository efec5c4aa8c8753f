/** Keywords preventing a second sending, also by another process (RFC 5550 §5.10). */

import { MailError } from '../../domain/errors/mail-error.ts';
import { SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD } from '../../domain/messages/keyword.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import type { FlagChange, MailWriter } from '../ports/mail/mail-writer.ts';

/** Marks an attempt. Without keywords, only this process detects repeats. */
export async function markPending(
  mailWriter: MailWriter,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<void> {
  await markIfPossible(mailWriter, { message, change: { addedKeywords: [SUBMIT_PENDING_KEYWORD] } }, signal);
}

/** Removes an unsent message's mark. */
export async function clearPending(
  mailWriter: MailWriter,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<void> {
  await markIfPossible(
    mailWriter,
    { message, change: { removedKeywords: [SUBMIT_PENDING_KEYWORD] } },
    signal,
  );
}

/** Marks a message as sent; filing removes \Draft. */
export async function markSent(
  mailWriter: MailWriter,
  { message, isFiled }: { readonly message: ExactMessageRef; readonly isFiled: boolean },
  signal: AbortSignal,
): Promise<void> {
  const flags: FlagChange = isFiled ? { seen: true, draft: false } : {};
  const keywords = { addedKeywords: [SUBMITTED_KEYWORD], removedKeywords: [SUBMIT_PENDING_KEYWORD] };
  const isMarked = await markIfPossible(mailWriter, { message, change: { ...flags, ...keywords } }, signal);
  if (!isMarked && isFiled) await mailWriter.changeFlags({ ...message, change: flags }, signal);
}

/** False: the mailbox has no keywords, and nothing was changed. */
async function markIfPossible(
  mailWriter: MailWriter,
  { message, change }: { message: ExactMessageRef; change: FlagChange },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await mailWriter.changeFlags({ ...message, change }, signal);
    return true;
  } catch (error) {
    const isUnsupported = error instanceof MailError && error.code === 'capability-missing';
    if (!isUnsupported) throw error;
    return false;
  }
}
