/** Application service: keeps clients from trying passwords, and from telling users that exist from others by the time of a refusal. */
import { setTimeout as wait } from 'node:timers/promises';
import { MailError, type MailErrorDetails } from '../../domain/mail-error.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import {
  createSignInBudget,
  isCountedFailure,
  isRefusedLogin,
  type SignInApplicant,
} from './sign-in-budget.ts';
import { type SignInTurnLimits, SignInTurns } from './sign-in-turns.ts';

/** A sign-in of a client. */
export interface SignInAttempt extends SignInApplicant {
  /** A digest of all that the client has sent for it; equal for the same password only. */
  readonly key: string;
}

/** Limits sign-ins with logins that were not accepted recently. */
export interface SignInGuard {
  /**
   * Runs the sign-in. Throws what it throws, and MailError `rate-limited` when its client has failed too often. The same attempt, made again
   * within a minute of its refusal, is refused again; made several times at once, it is one. A refusal that was decided without the mail
   * server takes as long as one of the mail server does.
   */
  run<Result>(attempt: SignInAttempt, signIn: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** What the guard works with. */
export interface SignInGuardDependencies {
  readonly rateLimits: RateLimits;
  /** Sign-ins that one client may fail a minute; a quarter of it for one user. */
  readonly failuresPerMinute: number;
  /** How sign-ins take turns. Without it, the defaults. */
  readonly turnLimits?: SignInTurnLimits;
  /** Milliseconds since any fixed time. */
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** What became of an attempt. */
type Outcome = 'accepted' | 'refused' | 'unknown';

/** The recorded refusal of an attempt. */
interface Refusal {
  readonly until: number;
  readonly details: MailErrorDetails;
}

/** Shares the outcome of an attempt with the same attempts made meanwhile. */
type Settle = (outcome: Outcome) => void;

const REFUSAL_MS = 60_000;
const MAX_REFUSALS = 10_000;
/** How long refusals of mail servers took lately. Before the first one, a usual time. */
const MAX_SAMPLES = 64;
const USUAL_REFUSAL_MS = 300;

/** Creates a guard that has seen nothing yet. */
export function createSignInGuard(dependencies: SignInGuardDependencies): SignInGuard {
  const { rateLimits, failuresPerMinute, now = () => performance.now() } = dependencies;
  const { pause = (ms, signal) => wait(ms, undefined, { signal }) } = dependencies;
  const turns = new SignInTurns(dependencies.turnLimits);
  const budget = createSignInBudget(rateLimits, failuresPerMinute);
  const refusalTimes = createSamples();
  const refusals = new BoundedMap<string, Refusal>(MAX_REFUSALS);
  const underWay = new Map<string, Promise<Outcome>>();

  async function attemptCharged<Result>(
    attempt: SignInAttempt,
    signIn: () => Promise<Result>,
    settle: Settle,
  ): Promise<Result> {
    const charge = await budget.charge(attempt);
    const startedAt = now();
    try {
      const result = await signIn();
      settle('accepted');
      turns.note(attempt.client, 'accepted');
      await charge.giveBack();
      return result;
    } catch (error) {
      if (isCountedFailure(error, attempt)) turns.note(attempt.client, 'failed');
      else await charge.giveBack();
      if (isRefusedLogin(error)) {
        refusals.set(attempt.key, { until: now() + REFUSAL_MS, details: error.details });
        settle('refused');
      }
      // Only errors from a mail server have a cause.
      if (isRefusedLogin(error) && error.cause !== undefined) refusalTimes.add(now() - startedAt);
      throw error;
    }
  }

  async function attemptOnce<Result>(attempt: SignInAttempt, signIn: () => Promise<Result>): Promise<Result> {
    const { key } = attempt;
    let settle: Settle = () => undefined;
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    underWay.set(key, outcome);
    try {
      return await attemptCharged(attempt, signIn, settle);
    } finally {
      underWay.delete(key);
      settle('unknown');
    }
  }

  async function attempt<Result>(
    made: SignInAttempt,
    signIn: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    for (;;) {
      const refusal = refusals.get(made.key);
      if (refusal !== undefined && now() < refusal.until) {
        throw new MailError('authentication-failed', refusal.details);
      }
      const same = underWay.get(made.key);
      if (same === undefined) return attemptOnce(made, signIn);
      const outcome = await same;
      signal.throwIfAborted();
      if (outcome === 'accepted') return signIn();
    }
  }

  return {
    async run(made, signIn, signal) {
      await turns.take(made.client, signal);
      const startedAt = now();
      try {
        return await attempt(made, signIn, signal);
      } catch (error) {
        const isDecidedHere = isRefusedLogin(error) && error.cause === undefined;
        if (isDecidedHere) await pause(Math.max(0, refusalTimes.any() - (now() - startedAt)), signal);
        throw error;
      }
    },
  };
}

interface Samples {
  add(value: number): void;
  any(): number;
}

function createSamples(): Samples {
  const values: number[] = [];
  return {
    add(value) {
      values.push(value);
      if (values.length > MAX_SAMPLES) values.shift();
    },
    any: () => values[Math.floor(Math.random() * values.length)] ?? USUAL_REFUSAL_MS,
  };
}
