/** References to messages. */
import type { MailboxRef } from './mailbox-ref.ts';
import type { Uid } from './uid.ts';

/** A message in a mailbox. It may not exist. */
export interface MessageRef extends MailboxRef {
  readonly uid: Uid;
  /** The reference is valid only for this uidValidity of the mailbox; undefined skips the check (RFC 9051 §2.3.1.1). */
  readonly uidValidity?: number | undefined;
}

/** A reference with its uidValidity: it never means another message (RFC 9051 §2.3.1.1). */
export interface ExactMessageRef extends MessageRef {
  readonly uidValidity: number;
}
