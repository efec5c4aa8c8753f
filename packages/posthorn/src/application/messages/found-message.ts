import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageItem } from '../../domain/messages/message-item.ts';

/** A message and its mailbox. */
export interface FoundMessage {
  readonly mailbox: MailboxName;
  readonly uidValidity: number;
  /** At least the requested attributes. */
  readonly item: MessageItem;
}
