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
  const change: FlagChange = {
    addedKeywords: [SUBMITTED_KEYWORD],
    removedKeywords: [SUBMIT_PENDING_KEYWORD],
  };
  await markIfPossible(mailWriter, { message, change }, signal);
  if (isFiled) await mailWriter.changeFlags({ ...message, change: { seen: true, draft: false } }, signal);
}

async function markIfPossible(
  mailWriter: MailWriter,
  { message, change }: { message: ExactMessageRef; change: FlagChange },
  signal: AbortSignal,
): Promise<void> {
  try {
    await mailWriter.changeFlags({ ...message, change }, signal);
  } catch (error) {
    const isUnsupported = error instanceof MailError && error.code === 'capability-missing';
    if (!isUnsupported) throw error;
  }
}
