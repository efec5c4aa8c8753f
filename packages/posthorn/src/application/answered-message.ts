/** Marks the message that a sent one answers. */
import type { MailAccount } from '../domain/mail-account.ts';
import { parseMailboxName } from '../domain/mailbox-name.ts';
import type { MessageReference } from '../domain/message-draft.ts';
import { parseMessageSegment } from '../domain/message-segment.ts';
import type { CheckedPlace } from './ports/mail-store.ts';
import type { MailWriter } from './ports/mail-writer.ts';

/** Sets \Answered; a reference into another account or to nothing is passed over. Throws what `MailWriter.changeFlags` throws. */
export async function markAnswered(
  { mailWriter, account }: { readonly mailWriter: MailWriter; readonly account: MailAccount },
  answerOf: MessageReference | null,
  signal: AbortSignal,
): Promise<void> {
  const place = answerOf?.mailAccountId === account.id ? placeOf(answerOf) : undefined;
  if (place !== undefined) await mailWriter.changeFlags(account, place, { answered: true }, signal);
}

function placeOf({ mailFolderId, id }: MessageReference): CheckedPlace | undefined {
  const segment = parseMessageSegment(id);
  const mailbox = parseMailboxName(mailFolderId);
  if (mailbox === undefined || segment === undefined) return undefined;
  const { uid, uidValidity } = segment;
  return { mailbox, uid, ...(uidValidity !== null && { uidValidity }) };
}
