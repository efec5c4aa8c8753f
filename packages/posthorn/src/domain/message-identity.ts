/** The identity of a message, which never changes. */
import type { Uid } from './uid.ts';

/** The lasting identity of a message within its mailbox. */
export interface MessageIdentity {
  readonly uid: Uid;
  /** The uidValidity of the mailbox, without which a uid has no meaning (RFC 9051 §2.3.1.1). */
  readonly uidValidity: number;
}
