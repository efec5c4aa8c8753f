import type { Mailbox } from './mailbox.ts';

export type MailboxChange = 'arrivals' | 'expunges' | 'flags' | 'uid-validity';

/** A created, deleted or renamed name. */
export interface NameChange {
  readonly name: string;
  readonly oldName?: string;
}

/** Notified after changes. */
export interface MailboxTreeObserver {
  mailboxChanged(mailbox: Mailbox, change: MailboxChange): void;
  nameChanged(change: NameChange): void;
  subscriptionChanged(name: string): void;
}
