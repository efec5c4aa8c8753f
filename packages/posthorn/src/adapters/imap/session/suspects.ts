/** Clients whose sign-ins have failed lately. */
import { LRUCache } from 'lru-cache';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { MailError, type MailErrorCode } from '../../../domain/mail-error.ts';
import { clientOf, type SignInRank } from './sign-in-places.ts';

/** The clients that failed to sign in lately. */
export interface Suspects {
  /** The rank of a login that is not proved. */
  rankOf(client: string | null): Exclude<SignInRank, 'proved'>;
  /** Runs the sign-in, and suspects its client when it fails. */
  watch<Result>(account: MailAccount, signIn: () => Promise<Result>): Promise<Result>;
}

const SUSPICION_MS = 5 * 60_000;
const MAX_SUSPECTS = 10_000;
/** Failures that a client causes by the server that it names. */
const FAILURES_OF_NAMED_SERVERS: ReadonlySet<MailErrorCode> = new Set([
  'server-unreachable',
  'server-timeout',
  'tls-required',
  'protocol-failure',
]);

/** An empty memory. `now` returns milliseconds since 1970. */
export function createSuspects(now: () => number): Suspects {
  const until = new LRUCache<string, number>({ max: MAX_SUSPECTS });
  return {
    rankOf: (client) => (client !== null && now() < (until.get(client) ?? 0) ? 'suspect' : 'new'),
    async watch(account, signIn) {
      try {
        return await signIn();
      } catch (error) {
        const client = clientOf(account);
        if (client !== null && isFaultOfClient(error, account)) until.set(client, now() + SUSPICION_MS);
        throw error;
      }
    },
  };
}

function isFaultOfClient(error: unknown, { origin }: MailAccount): boolean {
  if (!(error instanceof MailError)) return false;
  if (error.code === 'authentication-failed') return true;
  return origin === 'client' && FAILURES_OF_NAMED_SERVERS.has(error.code);
}
