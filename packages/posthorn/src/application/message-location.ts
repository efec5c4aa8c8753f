/** Locations of mailboxes and messages, as services take them. */
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

/** A message in a mailbox, valid only for this uidValidity; undefined skips the check. */
export interface CheckedLocation extends MessageLocation {
  readonly uidValidity?: number | undefined;
}

/** A message with its lasting identity: its uid and the uidValidity of the mailbox (RFC 9051 §2.3.1.1). */
export interface IdentifiedMessage extends MessageLocation {
  readonly uidValidity: number;
}
