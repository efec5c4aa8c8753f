/** Remembers refused logins for a while, so that a client with a wrong password does not lock the mailbox at its provider. */
import { LRUCache } from 'lru-cache';
import { MailError } from '../../domain/mail-error.ts';

/** Remembers refused logins. */
export interface LoginMemory {
  /** Runs the login, or throws the refusal of the same credentials that is still remembered. */
  remember<Result>(key: string, login: () => Promise<Result>): Promise<Result>;
}

/** Refusals are remembered this long: providers lock after a handful of wrong passwords in minutes. */
const REFUSAL_MS = 20_000;
/** Refused credentials to remember at most; each costs about 200 octets. */
const MAX_REFUSALS = 10_000;

/** Creates an empty memory. `now` returns milliseconds since 1970. */
export function createLoginMemory(now: () => number): LoginMemory {
  const refusals = new LRUCache<string, number>({ max: MAX_REFUSALS });
  return {
    async remember(key, login) {
      const until = refusals.get(key);
      if (until !== undefined && now() < until) {
        throw new MailError('authentication-failed', {
          detail: 'The mail server refused the user name or the password.',
        });
      }
      try {
        return await login();
      } catch (error) {
        const isRefused = error instanceof MailError && error.code === 'authentication-failed';
        if (isRefused) refusals.set(key, now() + REFUSAL_MS);
        throw error;
      }
    },
  };
}
