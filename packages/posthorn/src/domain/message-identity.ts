import type { Uid } from './uid.ts';

/** A message's lasting identity within its mailbox. */
export interface MessageIdentity {
  readonly uid: Uid;
  /** RFC 9051 §2.3.1.1. */
  readonly uidValidity: number;
}
