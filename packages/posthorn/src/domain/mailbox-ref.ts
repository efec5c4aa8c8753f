import type { MailAccount } from './mail-account.ts';
import type { MailboxName } from './mailbox-name.ts';

/** A mailbox that may not exist. */
export interface MailboxRef {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
}
