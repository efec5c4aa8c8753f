import { createHash } from 'node:crypto';
import type { AccountOrigin } from '../../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { UserKey } from '../../domain/limits/limit-keys.ts';
import type { ClientNetwork } from '../../domain/network/client-network.ts';
import type { Branded } from '../../domain/values/brand.ts';
import type { RateCharge, RateLimits, RateRule } from '../ports/state/rate-limits.ts';

/** A sign-in's client and user. */
export interface SignInApplicant {
  readonly client: ClientNetwork;
  readonly user: UserKey;
  /** True: counted per user only. */
  readonly isTrusted: boolean;
}

export type FailureCost = readonly Cost[];

interface Cost extends RateCharge {
  readonly name: BucketName;
  /** The client, the client as this user, or all clients as this user. */
  readonly of: 'client' | 'user' | 'all clients';
}

type BucketName = Branded<string, 'BucketName'>;

/** Counts failures and running sign-ins: parallel attempts cannot exceed the limit. */
export interface SignInBudget {
  /** The price; `hold-user` or `hold-line` if the end of running sign-ins could suffice. Throws `rate-limited`. */
  price(applicant: SignInApplicant): Promise<FailureCost | 'hold-user' | 'hold-line'>;
  /** Reserves the price until the returned function is called. */
  hold(cost: FailureCost): () => void;
  charge(cost: FailureCost): Promise<void>;
}

const MINUTE_MS = 60_000;
const USER_SHARE = 4;
/** A user's failures at all clients. Above it, each client may fail once a minute. */
const ATTACKED_USER: RateRule = { capacity: 30, periodMs: MINUTE_MS };

const REFUSALS: ReadonlySet<MailErrorCode> = new Set(['authentication-failed']);
/** Clients naming servers could probe networks. */
const PROBES: ReadonlySet<MailErrorCode> = new Set([
  'invalid-parameter',
  'host-not-allowed',
  'server-unreachable',
  'server-timeout',
  'tls-required',
  'capability-missing',
  'protocol-failure',
]);

/** The budget's limits. */
export interface SignInBudgetOptions {
  readonly rateLimits: RateLimits;
  /** Per client; a quarter per user. */
  readonly failuresPerMinute: number;
  /** Divides a client's concurrent sign-ins. */
  readonly processCount?: number;
}

/** One user's share. */
export function userRule(failuresPerMinute: number): RateRule {
  return { capacity: Math.ceil(failuresPerMinute / USER_SHARE), periodMs: MINUTE_MS };
}

/** An unspent budget. */
export function createSignInBudget(options: SignInBudgetOptions): SignInBudget {
  const { rateLimits, failuresPerMinute, processCount = 1 } = options;
  const perClient: RateRule = { capacity: failuresPerMinute, periodMs: MINUTE_MS };
  const perUser: RateRule = userRule(failuresPerMinute);
  const maxUnderWay = Math.ceil(failuresPerMinute / processCount);
  const held = new Map<BucketName, number>();
  const heldOf = (name: BucketName): number => held.get(name) ?? 0;
  const hold = (cost: FailureCost, sign: 1 | -1): void => {
    for (const { name, units } of cost) {
      const sum = heldOf(name) + sign * units;
      if (sum > 0) held.set(name, sum);
      else held.delete(name);
    }
  };

  /** As if all running sign-ins failed. */
  const missingMs = async ({ name, rule, units }: Cost): Promise<number> => {
    const asked = { name, rule, units: heldOf(name) + units };
    const waitMs = await rateLimits.take(asked);
    if (waitMs === 0) await rateLimits.giveBack(asked);
    return waitMs;
  };

  const costsOf = async ({ client, user, isTrusted }: SignInApplicant): Promise<FailureCost> => {
    const attacked: Cost = { name: nameOf('user', user), rule: ATTACKED_USER, units: 1, of: 'all clients' };
    // A client without a recent failure always has one attempt: attackers cannot lock users out.
    const isAttacked = (await missingMs(attacked)) > 0;
    const units = isAttacked ? perUser.capacity : 1;
    const ofUser: Cost = { name: nameOf('user of client', client, user), rule: perUser, units, of: 'user' };
    const ofClient: Cost = { name: nameOf('client', client), rule: perClient, units: 1, of: 'client' };
    return [...(isTrusted ? [] : [ofClient]), ofUser, ...(isAttacked ? [] : [attacked])];
  };

  const obstacleOf = async (cost: Cost): Promise<'hold-user' | 'hold-line' | null> => {
    if (cost.of === 'client' && heldOf(cost.name) >= maxUnderWay) return 'hold-line';
    const waitMs = await missingMs(cost);
    if (waitMs === 0 || cost.of === 'all clients') return null;
    if (heldOf(cost.name) === 0) throw tooManyFailures(cost, waitMs);
    return cost.of === 'client' ? 'hold-line' : 'hold-user';
  };

  return {
    async price(applicant) {
      const costs = await costsOf(applicant);
      for (const cost of costs) {
        const obstacle = await obstacleOf(cost);
        if (obstacle !== null) return obstacle;
      }
      return costs;
    },
    hold(cost) {
      hold(cost, 1);
      return () => hold(cost, -1);
    },
    async charge(cost) {
      for (const each of cost) await rateLimits.take(each);
    },
  };
}

/** Refused by the mail server or Posthorn. */
export function isRefusedLogin(error: unknown): error is MailError {
  return error instanceof MailError && REFUSALS.has(error.code);
}

/** Includes unknown errors: disconnecting must not evade the limit. */
export function isCountedFailure(error: unknown, origin: AccountOrigin | undefined): boolean {
  if (!(error instanceof MailError)) return true;
  return REFUSALS.has(error.code) || (origin === 'client' && PROBES.has(error.code));
}

/** Hashed, to hide the owner. */
function nameOf(kind: string, ...owners: readonly (ClientNetwork | UserKey)[]): BucketName {
  const values = JSON.stringify(['sign-ins', kind, ...owners]);
  return createHash('sha256').update(values).digest('base64url') as BucketName;
}

function tooManyFailures({ of }: Cost, waitMs: number): MailError {
  const whose = of === 'client' ? 'from this address' : 'of this user';
  return new MailError('rate-limited', {
    detail: `Too many sign-ins ${whose} have failed.`,
    reason:
      of === 'client'
        ? 'Too many sign-ins from the address of this client have failed (APP_FAILED_SIGN_INS_PER_MINUTE, APP_TRUSTED_CLIENTS).'
        : 'Too many sign-ins of this user have failed (a quarter of APP_FAILED_SIGN_INS_PER_MINUTE).',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
