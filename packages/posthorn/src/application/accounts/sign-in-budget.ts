/** How often one client may fail to sign in. */
import { createHash } from 'node:crypto';
import type { Branded } from '../../domain/brand.ts';
import type { ClientNetwork } from '../../domain/client-network.ts';
import type { UserKey } from '../../domain/limit-keys.ts';
import type { AccountOrigin } from '../../domain/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/mail-error.ts';
import type { RateCharge, RateLimits, RateRule } from '../ports/state/rate-limits.ts';

/** Who signs in. */
export interface SignInApplicant {
  readonly client: ClientNetwork;
  readonly user: UserKey;
  /** True for a client that the operator trusts: only its users are counted. */
  readonly isTrusted: boolean;
}

/** What one sign-in costs when it fails. */
export type FailureCost = readonly Cost[];

interface Cost extends RateCharge {
  readonly name: BucketName;
  /** Whose failures they are: those of the client, of the client as this user, or of all clients as this user. */
  readonly of: 'client' | 'user' | 'all clients';
}

type BucketName = Branded<string, 'BucketName'>;

/** Counts failures. Sign-ins under way are counted beside them, so that many at once cannot fail more often. */
export interface SignInBudget {
  /**
   * What the sign-in would cost; `wait` or `hold-line` while others are under way whose success would leave enough for it. Throws MailError
   * `rate-limited` when too many have failed.
   */
  price(applicant: SignInApplicant): Promise<FailureCost | 'wait' | 'hold-line'>;
  /** The sign-in begins; call the function at its end. */
  hold(cost: FailureCost): () => void;
  /** The sign-in has failed. */
  charge(cost: FailureCost): Promise<void>;
}

const MINUTE_MS = 60_000;
/** One user may have a fourth of the failures of one client. */
const USER_SHARE = 4;
/** Failures of one user a minute, by all clients together, from which on each client may fail once a minute only. */
const ATTACKED_USER: RateRule = { capacity: 30, periodMs: MINUTE_MS };

const REFUSALS: ReadonlySet<MailErrorCode> = new Set(['authentication-failed']);
/** Failures that a client can cause by naming servers: they probe networks. */
const PROBES: ReadonlySet<MailErrorCode> = new Set([
  'invalid-parameter',
  'server-unreachable',
  'server-timeout',
  'tls-required',
  'capability-missing',
  'protocol-failure',
]);

/** How much a client may fail. */
export interface SignInBudgetOptions {
  readonly rateLimits: RateLimits;
  /** Of one client; a quarter of it for one user. */
  readonly failuresPerMinute: number;
  /** Processes that share the limits: each has its part of what one client may have under way. */
  readonly processCount?: number;
}

/** A budget of which nothing is spent. */
export function createSignInBudget(options: SignInBudgetOptions): SignInBudget {
  const { rateLimits, failuresPerMinute, processCount = 1 } = options;
  const perClient: RateRule = { capacity: failuresPerMinute, periodMs: MINUTE_MS };
  const perUser: RateRule = { capacity: Math.ceil(failuresPerMinute / USER_SHARE), periodMs: MINUTE_MS };
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

  /** Milliseconds until the cost could be paid, if all that is under way failed. */
  const missingMs = async ({ name, rule, units }: Cost): Promise<number> => {
    const asked = { name, rule, units: heldOf(name) + units };
    const waitMs = await rateLimits.take(asked);
    if (waitMs === 0) await rateLimits.giveBack(asked);
    return waitMs;
  };

  /** All that the sign-in is counted by, with its price. */
  const costsOf = async ({ client, user, isTrusted }: SignInApplicant): Promise<FailureCost> => {
    const attacked: Cost = { name: nameOf('user', user), rule: ATTACKED_USER, units: 1, of: 'all clients' };
    // No attacker can lock a user out: a client that has not failed in the last minute may always try once.
    const isAttacked = (await missingMs(attacked)) > 0;
    const units = isAttacked ? perUser.capacity : 1;
    const ofUser: Cost = { name: nameOf('user of client', client, user), rule: perUser, units, of: 'user' };
    const ofClient: Cost = { name: nameOf('client', client), rule: perClient, units: 1, of: 'client' };
    return [...(isTrusted ? [] : [ofClient]), ofUser, ...(isAttacked ? [] : [attacked])];
  };

  /** Null where there is enough for it. */
  const obstacleOf = async (cost: Cost): Promise<'wait' | 'hold-line' | null> => {
    if (cost.of === 'client' && heldOf(cost.name) >= maxUnderWay) return 'hold-line';
    const waitMs = await missingMs(cost);
    if (waitMs === 0 || cost.of === 'all clients') return null;
    if (heldOf(cost.name) === 0) throw tooManyFailures(cost, waitMs);
    return cost.of === 'client' ? 'hold-line' : 'wait';
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

/** True for a refused login, refused by the mail server or here. */
export function isRefusedLogin(error: unknown): error is MailError {
  return error instanceof MailError && REFUSALS.has(error.code);
}

/** True for a failure that counts. Other errors than MailErrors count too: a client that disconnects must not evade the limit. */
export function isCountedFailure(error: unknown, origin: AccountOrigin | undefined): boolean {
  if (!(error instanceof MailError)) return true;
  return REFUSALS.has(error.code) || (origin === 'client' && PROBES.has(error.code));
}

/** A digest, which does not reveal whose it is. */
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
