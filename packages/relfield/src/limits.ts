/** The bounds on what a client may send, with their defaults. */

/** Upper bounds on one request's query. All of them are positive integers. */
export interface Limits {
  /** Characters of the raw query; a longer one is answered 414. */
  readonly maxQueryCharacters: number;
  /** Parameters in one query; more are answered 400. */
  readonly maxParameters: number;
  /** Comma-separated tokens in one fieldset; more are answered 400. */
  readonly maxTokens: number;
  /** Types that one query may give a fieldset; more are answered 400. */
  readonly maxTypes: number;
}

/**
 * The default bounds.
 * 8 KiB is the request line most proxies pass on, and half of what Node allows for all headers together.
 * The counts are far above what a client with 30 types of 100 fields needs, and keep one request under a millisecond.
 */
export const DEFAULT_LIMITS: Limits = {
  maxQueryCharacters: 8192,
  maxParameters: 64,
  maxTokens: 256,
  maxTypes: 32,
};

/** Error objects in one document. `meta.more` has the number of the others. */
export const MAX_ERROR_OBJECTS = 20;

/** Characters of the client's own text that an error object repeats: enough to recognise, too few to abuse. */
export const MAX_ECHOED_CHARACTERS = 100;

/** Entries of each cache that clients can fill: a service has fewer masks and roles in use than this. */
export const MAX_CACHE_ENTRIES = 256;

/** Completes given limits with the defaults. Throws a RangeError for anything but positive integers. */
export function completeLimits(given: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`Limit '${name}' must be a positive integer, not ${value}.`);
    }
  }
  return limits;
}
