import type { MailboxRef } from '../accounts/mailbox-ref.ts';
import type { Uid } from '../values/uid.ts';

/** A message that may not exist. */
export interface MessageRef extends MailboxRef {
  readonly uid: Uid;
  /** Undefined skips the check. */
  readonly uidValidity?: number | undefined;
}

/** Never means another message (RFC 9051 §2.3.1.1). */
export interface ExactMessageRef extends MessageRef {
  readonly uidValidity: number;
}
