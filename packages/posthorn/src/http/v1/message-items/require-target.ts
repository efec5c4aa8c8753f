/** The folder that a message is to go to. */
import type { MailFolders } from '../../../application/mail-folders.ts';
import type { MailboxLocation } from '../../../application/message-location.ts';
import { MailError } from '../../../domain/mail-error.ts';
import { relatedUnknown } from '../related-identifier.ts';
import { mailFolderResourceId } from '../resource-ids.ts';

/**
 * Settles when the folder is there. Throws RequestProblems (404, which points at the member that names it): before anything is done,
 * for a change is done as a whole or not at all (JSON:API 1.1 §crud-updating).
 */
export async function requireTarget(
  mailFolders: MailFolders,
  { target, pointer }: { readonly target: MailboxLocation; readonly pointer: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    await mailFolders.count(target, signal);
  } catch (error) {
    if (!(error instanceof MailError) || error.code !== 'mailbox-unknown') throw error;
    throw relatedUnknown('mailbox-unknown', { id: mailFolderResourceId(target), pointer });
  }
}
