import { LRUCache } from 'lru-cache';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { isServerAway } from './server-away.ts';

/** Earlier failures may be chance. */
const FREE_FAILURES = 3;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const MAX_KNOWN = 10_000;

interface Failures {
  readonly count: number;
  readonly until: number;
}

/** Pauses ever longer while an account's servers are away. */
export interface AccountBackoff {
  /** Throws `server-unavailable` during a pause, and `attempt`'s errors. */
  run<Result>(id: MailAccountId, attempt: () => Promise<Result>): Promise<Result>;
}

/** The service; `now` in epoch milliseconds. */
export function createAccountBackoff(now: () => number): AccountBackoff {
  const known = new LRUCache<MailAccountId, Failures>({ max: MAX_KNOWN });
  return {
    async run(id, attempt) {
      const { count = 0, until = 0 } = known.get(id) ?? {};
      const leftMs = until - now();
      if (leftMs > 0) throw serverAway(leftMs);
      try {
        const result = await attempt();
        known.delete(id);
        return result;
      } catch (error) {
        if (!isServerAway(error)) known.delete(id);
        else known.set(id, { count: count + 1, until: now() + pauseAfter(count + 1) });
        throw error;
      }
    },
  };
}

function pauseAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FREE_FAILURES), MAX_PAUSE_MS);
}

function serverAway(leftMs: number): MailError {
  const detail = 'The mail server of the account could not be used several times.';
  return new MailError('server-unavailable', { detail, retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
