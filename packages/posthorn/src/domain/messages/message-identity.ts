import type { Uid } from '../values/uid.ts';

/** The permanent identity in a mailbox (RFC 9051 §2.3.1.1). */
export interface MessageIdentity {
  readonly uid: Uid;
  readonly uidValidity: number;
}
