import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { Attachment } from '../../domain/messages/attachment.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';

/** Errors of a missing message. */
export const GONE: ReadonlySet<MailErrorCode> = new Set([
  'message-unknown',
  'message-gone',
  'mailbox-unknown',
]);

/** The attachments; none if the message is gone. Throws other errors of `MailStore.listAttachments`. */
export async function listOpenedAttachments(
  mailStore: MailStore,
  message: MessageRef & { readonly mayBeGone?: boolean },
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  try {
    return await mailStore.listAttachments(message, signal);
  } catch (error) {
    if (error instanceof MailError && GONE.has(error.code)) return [];
    throw error;
  }
}
