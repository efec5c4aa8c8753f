import type { MailboxName } from '../mailboxes/mailbox-name.ts';
import type { MailAccount } from './mail-account.ts';

/** A mailbox that may not exist. */
export interface MailboxRef {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
}
