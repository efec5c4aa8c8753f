/** How often one client may fail to sign in. */
import { createHash } from 'node:crypto';
import { clientNetwork } from '../../domain/client-network.ts';
import type { AccountOrigin } from '../../domain/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/mail-error.ts';
import type { RateCharge, RateLimits, RateRule } from '../ports/rate-limits.ts';

/** Who signs in. */
export interface SignInApplicant {
  /** The IP address of the client; undefined outside of requests, where nothing is counted. */
  readonly client: string | undefined;
  readonly user: string;
  /** Who named the server; undefined where there is none for the user. */
  readonly origin: AccountOrigin | undefined;
}

/** What was taken for one sign-in; give it back where the sign-in is not to be counted. */
export interface SignInCharge {
  giveBack(): Promise<void>;
}

/** Takes for each sign-in what its failure costs. */
export interface SignInBudget {
  /** Takes before the sign-in, so that many at once cannot pass. Throws MailError `rate-limited` and takes nothing when too little is left. */
  charge(applicant: SignInApplicant): Promise<SignInCharge>;
}

const MINUTE_MS = 60_000;
/** One user may have a fourth of the failures of one client. */
const USER_SHARE = 4;
/** Failures of one user a minute, by all clients together, from which on each client may fail once a minute only. */
const ATTACKED_USER: RateRule = { capacity: 30, periodMs: MINUTE_MS };

const REFUSALS: ReadonlySet<MailErrorCode> = new Set(['authentication-failed', 'mail-account-unknown']);
/** Failures that a client can cause by naming servers: they probe networks. */
const PROBES: ReadonlySet<MailErrorCode> = new Set([
  'invalid-parameter',
  'server-unreachable',
  'server-timeout',
  'tls-required',
  'capability-missing',
  'protocol-failure',
]);

/** A budget with so many failures a minute for one client, a quarter of it for one user. */
export function createSignInBudget(rateLimits: RateLimits, failuresPerMinute: number): SignInBudget {
  const perClient: RateRule = { capacity: failuresPerMinute, periodMs: MINUTE_MS };
  const perUser: RateRule = { capacity: Math.ceil(failuresPerMinute / USER_SHARE), periodMs: MINUTE_MS };

  const takeAll = async (costs: readonly RateCharge[]): Promise<SignInCharge> => {
    const taken: RateCharge[] = [];
    const giveBack = async (): Promise<void> => {
      for (const cost of taken.splice(0)) await rateLimits.giveBack(cost);
    };
    for (const cost of costs) {
      const waitMs = await rateLimits.take(cost);
      if (waitMs === 0) taken.push(cost);
      else {
        await giveBack();
        throw tooManyFailures(waitMs);
      }
    }
    return { giveBack };
  };

  return {
    async charge({ client, user }) {
      if (client === undefined) return { giveBack: async () => undefined };
      const network = clientNetwork(client);
      const attacked = { name: digest('sign-ins of user', user), rule: ATTACKED_USER, units: 1 };
      // No attacker can lock a user out: a client that has not failed in the last minute may always try once.
      const isAttacked = (await rateLimits.take(attacked)) > 0;
      const charge = await takeAll([
        { name: digest('sign-ins of client', network), rule: perClient, units: 1 },
        {
          name: digest('sign-ins', network, user),
          rule: perUser,
          units: isAttacked ? perUser.capacity : 1,
        },
      ]);
      return {
        async giveBack() {
          await charge.giveBack();
          if (!isAttacked) await rateLimits.giveBack(attacked);
        },
      };
    },
  };
}

/** True for a refused login, refused by the mail server or here. */
export function isRefusedLogin(error: unknown): error is MailError {
  return error instanceof MailError && REFUSALS.has(error.code);
}

/** True for a failure that counts. Other errors than MailErrors count too: a client that disconnects must not evade the limit. */
export function isCountedFailure(error: unknown, { origin }: SignInApplicant): boolean {
  if (!(error instanceof MailError)) return true;
  return REFUSALS.has(error.code) || (origin === 'client' && PROBES.has(error.code));
}

function digest(...values: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

function tooManyFailures(waitMs: number): MailError {
  const detail = 'Too many sign-ins have failed.';
  return new MailError('rate-limited', { detail, retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
