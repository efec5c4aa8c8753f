/** Limits on a query; positive integers. */
export interface Limits {
  /** Raw characters; 414. */
  readonly maxQueryCharacters: number;
  /** Per query; 400. */
  readonly maxParameters: number;
  /** Comma-separated tokens per fieldset; 400. */
  readonly maxTokens: number;
  /** Types with a fieldset per query; 400. */
  readonly maxTypes: number;
}

/**
 * 8 KiB is proxies' usual request line limit. The counts allow 30 types of 100 fields, in under a
 * millisecond.
 */
export const DEFAULT_LIMITS: Limits = {
  maxQueryCharacters: 8192,
  maxParameters: 64,
  maxTokens: 256,
  maxTypes: 32,
};

/** Error objects per document. */
export const MAX_ERROR_OBJECTS = 20;

/** Client text in error objects: recognisable, too short to abuse. */
export const MAX_ECHOED_CHARACTERS = 100;

/** A service has fewer masks and roles. */
export const MAX_CACHE_ENTRIES = 256;

/** Adds defaults. Throws RangeError unless all are positive integers. */
export function completeLimits(given: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`Limit '${name}' must be a positive integer, not ${value}.`);
    }
  }
  return limits;
}
