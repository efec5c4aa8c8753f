/** How sessions learn of changes to mailboxes that they have not selected. */
import type { Mailbox } from './mailbox.ts';

/** What has changed in a mailbox. */
export type MailboxChange = 'arrivals' | 'expunges' | 'flags' | 'uid-validity';

/** A name that was created or deleted, or that a mailbox was renamed to: `oldName` is then its former name. */
export interface NameChange {
  readonly name: string;
  readonly oldName?: string;
}

/** Learns of changes to a user's mailboxes, after they have happened. */
export interface MailboxTreeObserver {
  mailboxChanged(mailbox: Mailbox, change: MailboxChange): void;
  nameChanged(change: NameChange): void;
  subscriptionChanged(name: string): void;
}
