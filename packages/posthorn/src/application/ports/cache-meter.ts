/** Port: counts how often something was known already. */

/** The caches that exist: structures of messages, and orders of mailboxes. */
export type CacheName = 'body-structure' | 'mailbox-order';

/** Counts hits and misses of caches. */
export interface CacheMeter {
  /** Something was looked up, and was there or not. */
  add(cache: CacheName, isHit: boolean): void;
}
