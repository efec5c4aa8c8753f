/**
 * Remembers how logins ended: refused ones, so that a client with a wrong password does not lock the mailbox at its provider, and those that
 * were proved.
 */
import { LRUCache } from 'lru-cache';
import { MailError, type MailErrorDetails } from '../../../domain/mail-error.ts';

/** Remembers how logins ended, by the key of their credentials. */
export interface LoginMemory {
  /** Throws the refusal of the same credentials that is still remembered. */
  throwIfRefused(key: string): void;
  /** Runs the login and remembers how it ends. */
  remember<Result>(key: string, login: () => Promise<Result>): Promise<Result>;
  /** True when the server accepted these credentials the last time, within a day. */
  isProved(key: string): boolean;
}

/** Providers lock after a handful of wrong passwords in minutes. Each further refusal doubles the time. */
const FIRST_REFUSAL_MS = 60_000;
/** Longer, and somebody whose provider was wrong for a moment would be kept out. */
const MAX_REFUSAL_MS = 8 * 60_000;
/** Without a refusal for so long, the first time holds again. */
const REFUSAL_MEMORY_MS = 30 * 60_000;
const PROOF_MS = 24 * 60 * 60_000;
/** Credentials to remember at most; each costs about 200 octets. */
const MAX_CREDENTIALS = 10_000;

interface Refusal {
  readonly until: number;
  readonly forgottenAt: number;
  readonly ms: number;
  readonly details: MailErrorDetails;
}

/** Creates an empty memory. `now` returns milliseconds since 1970. */
export function createLoginMemory(now: () => number): LoginMemory {
  const refusals = new LRUCache<string, Refusal>({ max: MAX_CREDENTIALS });
  const proofs = new LRUCache<string, number>({ max: MAX_CREDENTIALS });
  const refuse = (key: string, details: MailErrorDetails): void => {
    const earlier = refusals.get(key);
    const isRepeated = earlier !== undefined && now() < earlier.forgottenAt;
    const ms = isRepeated ? Math.min(earlier.ms * 2, MAX_REFUSAL_MS) : FIRST_REFUSAL_MS;
    refusals.set(key, { ms, until: now() + ms, forgottenAt: now() + ms + REFUSAL_MEMORY_MS, details });
    proofs.delete(key);
  };
  const prove = (key: string): void => {
    refusals.delete(key);
    proofs.set(key, now() + PROOF_MS);
  };
  return {
    throwIfRefused(key) {
      const refusal = refusals.get(key);
      if (refusal === undefined || now() >= refusal.until) return;
      throw new MailError('authentication-failed', refusal.details);
    },
    async remember(key, login) {
      try {
        const result = await login();
        prove(key);
        return result;
      } catch (error) {
        const isRefused = error instanceof MailError && error.code === 'authentication-failed';
        if (isRefused) refuse(key, error.details);
        throw error;
      }
    },
    isProved: (key) => now() < (proofs.get(key) ?? 0),
  };
}
