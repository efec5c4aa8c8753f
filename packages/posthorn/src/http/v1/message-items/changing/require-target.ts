import type { MailFolders } from '../../../../application/folders/mail-folders.ts';
import type { MailboxRef } from '../../../../domain/accounts/mailbox-ref.ts';
import { MailError } from '../../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../../domain/mailboxes/mailbox-name.ts';
import { mailFolderResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { relatedUnknown } from '../../request-document/related-identifier.ts';

/** A target folder in a document. */
export interface Target {
  readonly source: MailboxRef;
  readonly target: MailboxName | null;
  readonly pointer: string;
}

/**
 * Checks the target before any change (JSON:API 1.1 §crud-updating: all or nothing). Throws RequestProblems (404)
 * with its pointer.
 */
export async function requireTarget(
  mailFolders: MailFolders,
  { source, target, pointer }: Target,
  signal: AbortSignal,
): Promise<void> {
  if (target === null || target === source.mailbox) return;
  const folder = { account: source.account, mailbox: target };
  try {
    await mailFolders.require(folder, signal);
  } catch (error) {
    if (!(error instanceof MailError) || error.code !== 'mailbox-unknown') throw error;
    throw relatedUnknown('mailbox-unknown', { id: mailFolderResourceId(folder), pointer });
  }
}
