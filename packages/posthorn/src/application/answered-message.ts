/** Marks the message that a sent one answers. */
import type { MailAccount } from '../domain/mail-account.ts';
import { parseMailboxName } from '../domain/mailbox-name.ts';
import type { MessageReference } from '../domain/message-draft.ts';
import { parseMessageSegment } from '../domain/message-segment.ts';
import type { MessageLocks } from './message-locks.ts';
import type { CheckedPlace, MailWriter } from './ports/mail-writer.ts';

interface Answering {
  readonly mailWriter: MailWriter;
  readonly messageLocks: MessageLocks;
  readonly account: MailAccount;
}

/**
 * Sets \Answered; a reference into another account or to nothing is passed over. The caller holds no lock: two drafts may answer each
 * other. Throws what `MailWriter.changeFlags` and `MessageLocks.run` throw.
 */
export async function markAnswered(
  { mailWriter, messageLocks, account }: Answering,
  answerOf: MessageReference | null,
  signal: AbortSignal,
): Promise<void> {
  const place = answerOf?.mailAccountId === account.id ? placeOf(answerOf) : undefined;
  if (place === undefined) return;
  const work = () => mailWriter.changeFlags(account, place, { answered: true }, signal);
  await messageLocks.run([{ account, ...place }], work, signal);
}

function placeOf({ mailFolderId, id }: MessageReference): CheckedPlace | undefined {
  const segment = parseMessageSegment(id);
  const mailbox = parseMailboxName(mailFolderId);
  if (mailbox === undefined || segment === undefined) return undefined;
  const { uid, uidValidity } = segment;
  return { mailbox, uid, ...(uidValidity !== null && { uidValidity }) };
}
