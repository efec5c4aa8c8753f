/** Where a service finds what it is asked for. */
import type { MailAccount } from '../domain/mail-account.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { Uid } from '../domain/uid.ts';

/** A mailbox of an account. */
export interface MailboxLocation {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
}

/** A message in a mailbox. */
export interface MessageLocation extends MailboxLocation {
  readonly uid: Uid;
}

/** A message at a place that is good only as long as the mailbox keeps its uidValidity; undefined: whatever it is. */
export interface CheckedLocation extends MessageLocation {
  readonly uidValidity?: number | undefined;
}

/** A message that can be told from all others for ever: its uid, and what gives the uid its meaning. */
export interface IdentifiedMessage extends MessageLocation {
  readonly uidValidity: number;
}
