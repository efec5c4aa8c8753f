import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { parseMailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageReference } from '../../domain/messages/message-draft.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { parseMessageSegment } from '../../domain/messages/message-segment.ts';
import type { MessageLocks } from '../changing/message-locks.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';

interface Answering {
  readonly mailWriter: MailWriter;
  readonly messageLocks: MessageLocks;
  readonly account: MailAccount;
}

/**
 * Sets \Answered; ignores references to other accounts or nothing. Hold no lock: two drafts may answer each other.
 * Throws like `MailWriter.changeFlags` and `MessageLocks.run`.
 */
export async function markAnswered(
  { mailWriter, messageLocks, account }: Answering,
  answerOf: MessageReference | null,
  signal: AbortSignal,
): Promise<void> {
  const answered = answerOf?.mailAccountId === account.id ? refOf(account, answerOf) : undefined;
  if (answered === undefined) return;
  const work = () => mailWriter.changeFlags({ ...answered, change: { answered: true } }, signal);
  await messageLocks.run([answered], work, signal);
}

function refOf(account: MailAccount, { mailFolderId, id }: MessageReference): MessageRef | undefined {
  const segment = parseMessageSegment(id);
  const mailbox = parseMailboxName(mailFolderId);
  if (mailbox === undefined || segment === undefined) return undefined;
  const { uid, uidValidity } = segment;
  return { account, mailbox, uid, uidValidity: uidValidity ?? undefined };
}
