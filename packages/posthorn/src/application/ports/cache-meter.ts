/** Port: counts how often something was known already. */

/** The caches that exist: structures of messages, orders of mailboxes, rows of lists, and pages of lists that have not changed. */
export type CacheName = 'body-structure' | 'mailbox-order' | 'message' | 'list-page';

/** Counts hits and misses of caches. */
export interface CacheMeter {
  /** Something was looked up, and was there or not. */
  add(cache: CacheName, isHit: boolean): void;
}
