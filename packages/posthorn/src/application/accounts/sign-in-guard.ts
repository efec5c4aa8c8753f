/** Prevents password guessing, and user enumeration by timing. */
import { setTimeout as wait } from 'node:timers/promises';
import type { LoginKey } from '../../domain/accounts/login-key.ts';
import type { AccountOrigin } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { type ServerKey, userKey } from '../../domain/limits/limit-keys.ts';
import { clientNetwork } from '../../domain/network/client-network.ts';
import { attempt as succeeds } from '../attempt.ts';
import type { RateLimits } from '../ports/state/rate-limits.ts';
import type { SignInOutcomes } from '../ports/state/sign-in-outcomes.ts';
import { stateKey } from '../state-key.ts';
import { createRefusalTimes, type RefusalTimes } from './refusal-times.ts';
import type { LineKey } from './server-places.ts';
import {
  createSignInBudget,
  type FailureCost,
  isCountedFailure,
  isRefusedLogin,
  type SignInApplicant,
  type SignInBudget,
} from './sign-in-budget.ts';
import { DEFAULT_QUEUE_LIMITS, type Decision, SignInQueue, type SignInQueueLimits } from './sign-in-queue.ts';

/** A client's sign-in. */
export interface SignInAttempt {
  /** Unique per login and server. */
  readonly key: LoginKey;
  /** IP address; undefined outside requests: not counted. */
  readonly client: string | undefined;
  readonly user: string;
  /** Absent: the user has no server. */
  readonly origin: AccountOrigin | undefined;
  readonly server: ServerKey | null;
  /** Recently accepted by the mail server. */
  readonly isKnown: () => boolean;
  readonly refusal: () => Promise<MailError | undefined>;
}

/** Limits sign-ins with logins not recently accepted. */
export interface SignInGuard {
  /**
   * Runs the sign-in at its turn; identical attempts share a run, or its refusal for a minute. Refusals take
   * equally long with and without a mail server. Throws its errors, `rate-limited` after too many failures,
   * `too-many-connections` if too many wait.
   */
  run<Result>(attempt: SignInAttempt, signIn: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Dependencies. */
export interface SignInGuardDependencies {
  readonly rateLimits: RateLimits;
  readonly signInOutcomes: SignInOutcomes;
  readonly failuresPerMinute: number;
  /** Clients whose failures count per user only. */
  readonly isTrusted?: (address: string) => boolean;
  /** A new value forgets refusals without a mail server. */
  readonly configuration?: () => unknown;
  readonly processCount?: number;
  readonly queueLimits?: SignInQueueLimits;
  /** Milliseconds on any clock. */
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** At least 0, below 1. */
  readonly random?: () => number;
}

/** A guard. */
export function createSignInGuard(dependencies: SignInGuardDependencies): SignInGuard {
  return new Guard(dependencies);
}

interface Counted {
  readonly attempt: SignInAttempt;
  readonly applicant: SignInApplicant;
  readonly line: LineKey;
}

class Guard implements SignInGuard {
  readonly #pause: NonNullable<SignInGuardDependencies['pause']>;
  readonly #isTrusted: (address: string) => boolean;
  readonly #configuration: () => unknown;
  readonly #queue: SignInQueue;
  readonly #budget: SignInBudget;
  readonly #times: RefusalTimes;
  readonly #underWay = new Set<LoginKey>();
  readonly #outcomes: SignInOutcomes;
  #revision = 0;
  #lastConfiguration: unknown;

  constructor(dependencies: SignInGuardDependencies) {
    const { now = () => performance.now(), queueLimits = DEFAULT_QUEUE_LIMITS } = dependencies;
    const { pause = (ms, signal) => wait(ms, undefined, { signal }) } = dependencies;
    const { isTrusted = () => false, configuration = () => null, random = Math.random } = dependencies;
    this.#pause = pause;
    this.#isTrusted = isTrusted;
    this.#configuration = configuration;
    this.#outcomes = dependencies.signInOutcomes;
    this.#queue = new SignInQueue({ limits: queueLimits, now, signInOutcomes: this.#outcomes });
    this.#budget = createSignInBudget(dependencies);
    this.#times = createRefusalTimes(now, random);
    this.#lastConfiguration = configuration();
  }

  async run<Result>(
    attempt: SignInAttempt,
    signIn: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    if (attempt.isKnown()) return signIn();
    let stopwatch = this.#times.start();
    const timed = (): Promise<Result> => {
      stopwatch = this.#times.start();
      return this.#remembered(attempt, signIn);
    };
    try {
      return attempt.client === undefined ? await timed() : await this.#inTurn(attempt, timed, signal);
    } catch (error) {
      if (!isRefusedLogin(error)) throw error;
      // Only mail servers' errors have a cause.
      const restMs = error.cause === undefined ? stopwatch.untilUsual() : stopwatch.measure();
      if (restMs > 0) await this.#pause(restMs, signal);
      throw error;
    }
  }

  #inTurn<Result>(
    attempt: SignInAttempt,
    signIn: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { key, client = '', user, server, origin } = attempt;
    const isTrusted = this.#isTrusted(client);
    const applicant: SignInApplicant = { client: clientNetwork(client), user: userKey(user), isTrusted };
    const counted: Counted = { attempt, applicant, line: lineOf(applicant) };
    let cost: FailureCost | null = null;
    const decide = async (): Promise<Decision> => {
      const price = await this.#decide(counted);
      if (typeof price === 'string') return price;
      cost = price;
      return 'begin';
    };
    const work = (): Promise<Result> => (cost === null ? signIn() : this.#pay({ ...counted, cost }, signIn));
    const queued = {
      ...{ key, user: applicant.user, line: counted.line, server },
      ...{ isNamed: origin === 'client', isTrusted, decide },
    };
    return this.#queue.run(queued, work, signal);
  }

  async #decide({ attempt, applicant }: Counted): Promise<FailureCost | Exclude<Decision, 'begin'>> {
    if (attempt.isKnown()) return 'pass';
    const refusal = (await attempt.refusal()) ?? (await this.#refusalOf(attempt));
    if (refusal !== undefined) throw refusal;
    return this.#underWay.has(attempt.key) ? 'wait' : this.#budget.price(applicant);
  }

  async #pay<Result>(
    { attempt: { key, origin }, line, cost }: Counted & { readonly cost: FailureCost },
    signIn: () => Promise<Result>,
  ): Promise<Result> {
    const release = this.#budget.hold(cost);
    this.#underWay.add(key);
    try {
      const result = await signIn();
      this.#queue.accept(line);
      return result;
    } catch (error) {
      if (isCountedFailure(error, origin)) {
        await this.#queue.suspect(line);
        await this.#budget.charge(cost);
      }
      throw error;
    } finally {
      this.#underWay.delete(key);
      release();
    }
  }

  /** The mail store caches mail servers' refusals. */
  async #remembered<Result>(attempt: SignInAttempt, signIn: () => Promise<Result>): Promise<Result> {
    if (attempt.server !== null) return signIn();
    try {
      return await signIn();
    } catch (error) {
      if (isRefusedLogin(error)) {
        const { code, details } = error;
        await succeeds(() =>
          this.#outcomes.refuse({ login: this.#unknownUser(attempt), refusal: { code, details } }),
        );
      }
      throw error;
    }
  }

  async #refusalOf(attempt: SignInAttempt): Promise<MailError | undefined> {
    if (attempt.server !== null) return undefined;
    const refusal = await this.#outcomes.findRefusal(this.#unknownUser(attempt)).catch(() => null);
    return refusal === null ? undefined : new MailError(refusal.code, refusal.details);
  }

  #unknownUser({ key }: SignInAttempt): string {
    const configuration = this.#configuration();
    if (configuration !== this.#lastConfiguration) this.#revision += 1;
    this.#lastConfiguration = configuration;
    return stateKey('unknown user', key, String(this.#revision));
  }
}

function lineOf({ client, user, isTrusted }: SignInApplicant): LineKey {
  return (isTrusted ? `${client} ${user}` : `${client}`) as LineKey;
}
