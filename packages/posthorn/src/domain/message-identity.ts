/** What tells a message from all others of its mailbox, for ever. */
import type { Uid } from './uid.ts';

/** The lasting identity of a message within its mailbox. */
export interface MessageIdentity {
  readonly uid: Uid;
  /** What gives the uid its meaning (RFC 9051 §2.3.1.1). */
  readonly uidValidity: number;
}
