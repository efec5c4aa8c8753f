/** A message from any folder of an account. */
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageItem } from '../../domain/message-item.ts';

/** A message with the mailbox in which it was found. */
export interface FoundMessage {
  readonly mailbox: MailboxName;
  readonly uidValidity: number;
  /** With the attributes that were asked for; it may have more. */
  readonly item: MessageItem;
}
