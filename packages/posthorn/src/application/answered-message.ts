/** Marks the message that a sent one answers. */
import type { MailAccount } from '../domain/mail-account.ts';
import { parseMailboxName } from '../domain/mailbox-name.ts';
import type { MessageReference } from '../domain/message-draft.ts';
import { parseUid } from '../domain/uid.ts';
import type { CheckedPlace } from './ports/mail-store.ts';
import type { MailWriter } from './ports/mail-writer.ts';

/** `385759045.4356`, or the uid alone. */
const MESSAGE_ID = /^(?:([1-9][0-9]{0,9})\.)?([0-9]{1,10})$/;

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
  const [, validity, uidText = ''] = MESSAGE_ID.exec(id) ?? [];
  const mailbox = parseMailboxName(mailFolderId);
  const uid = parseUid(uidText);
  if (mailbox === undefined || uid === undefined) return undefined;
  return { mailbox, uid, ...(validity !== undefined && { uidValidity: Number(validity) }) };
}
