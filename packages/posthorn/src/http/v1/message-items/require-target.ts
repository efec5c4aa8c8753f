/** The folder that a message is to go to. */
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import { mailFolderResourceId } from '../identifiers/resource-ids.ts';
import { relatedUnknown } from '../request-document/related-identifier.ts';

/** A folder that a document names. */
export interface Target {
  /** Where the messages are. */
  readonly source: MailboxRef;
  /** Null: they stay. */
  readonly target: MailboxName | null;
  /** The member that names it. */
  readonly pointer: string;
}

/**
 * Settles when the folder is there. Throws RequestProblems (404, which points at the member that names it): before anything is done,
 * for a change is done as a whole or not at all (JSON:API 1.1 §crud-updating).
 */
export async function requireTarget(
  mailFolders: MailFolders,
  { source, target, pointer }: Target,
  signal: AbortSignal,
): Promise<void> {
  if (target === null || target === source.mailbox) return;
  const folder = { account: source.account, mailbox: target };
  try {
    await mailFolders.count(folder, signal);
  } catch (error) {
    if (!(error instanceof MailError) || error.code !== 'mailbox-unknown') throw error;
    throw relatedUnknown('mailbox-unknown', { id: mailFolderResourceId(folder), pointer });
  }
}
