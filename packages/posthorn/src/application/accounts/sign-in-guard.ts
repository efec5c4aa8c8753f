/** Application service: keeps clients from trying passwords, and from telling users that exist from others by the time of a refusal. */
import { setTimeout as wait } from 'node:timers/promises';
import { clientNetwork } from '../../domain/client-network.ts';
import { type ServerKey, userKey } from '../../domain/limit-keys.ts';
import type { LoginKey } from '../../domain/login-key.ts';
import { LoginMemory } from '../../domain/login-memory.ts';
import type { AccountOrigin } from '../../domain/mail-account.ts';
import type { MailError } from '../../domain/mail-error.ts';
import type { RateLimits } from '../ports/state/rate-limits.ts';
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

/** A sign-in of a client. */
export interface SignInAttempt {
  /** Equal for the same login at the same server only. */
  readonly key: LoginKey;
  /** The IP address of the client; undefined outside of requests, where nothing is counted. */
  readonly client: string | undefined;
  readonly user: string;
  /** Who named the server; undefined where there is none for the user. */
  readonly origin: AccountOrigin | undefined;
  /** Null where there is none for the user. */
  readonly server: ServerKey | null;
  /** True when the mail server has accepted the login lately. */
  readonly isKnown: () => boolean;
  /** The refusal of the login that the mail store remembers. */
  readonly refusal: () => MailError | undefined;
}

/** Limits sign-ins with logins that were not accepted recently. */
export interface SignInGuard {
  /**
   * Runs the sign-in at its turn. Throws what it throws, MailError `rate-limited` when too many have failed, and `too-many-connections` when
   * too many wait. The same attempt, made again within a minute of its refusal, is refused again; made several times at once, it is one. A
   * refusal that was decided without the mail server takes as long as one of the mail server does.
   */
  run<Result>(attempt: SignInAttempt, signIn: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** What the guard works with. */
export interface SignInGuardDependencies {
  readonly rateLimits: RateLimits;
  /** Sign-ins that one client may fail a minute; a quarter of it for one user. */
  readonly failuresPerMinute: number;
  /** True for the address of a client that signs in many users, and whose failures are counted by user only. */
  readonly isTrusted?: (address: string) => boolean;
  /** What refusals without a mail server come from: another value, and they are forgotten. */
  readonly configuration?: () => unknown;
  readonly processCount?: number;
  readonly queueLimits?: SignInQueueLimits;
  /** Milliseconds since any fixed time. */
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Creates a guard that has seen nothing yet. */
export function createSignInGuard(dependencies: SignInGuardDependencies): SignInGuard {
  return new Guard(dependencies);
}

/** A sign-in with all that is counted for it. */
interface Counted {
  readonly attempt: SignInAttempt;
  readonly applicant: SignInApplicant;
  readonly line: LineKey;
}

class Guard implements SignInGuard {
  readonly #now: () => number;
  readonly #pause: NonNullable<SignInGuardDependencies['pause']>;
  readonly #isTrusted: (address: string) => boolean;
  readonly #configuration: () => unknown;
  readonly #queue: SignInQueue;
  readonly #budget: SignInBudget;
  readonly #times: RefusalTimes;
  readonly #underWay = new Set<LoginKey>();
  /** The refusals for which no mail server was asked. */
  #unknownUsers: { readonly memory: LoginMemory; readonly configuration: unknown };

  constructor(dependencies: SignInGuardDependencies) {
    const { now = () => performance.now(), queueLimits = DEFAULT_QUEUE_LIMITS } = dependencies;
    const { pause = (ms, signal) => wait(ms, undefined, { signal }) } = dependencies;
    const { isTrusted = () => false, configuration = () => null } = dependencies;
    this.#now = now;
    this.#pause = pause;
    this.#isTrusted = isTrusted;
    this.#configuration = configuration;
    this.#queue = new SignInQueue(queueLimits, now);
    this.#budget = createSignInBudget(dependencies);
    this.#times = createRefusalTimes(now);
    this.#unknownUsers = { memory: new LoginMemory(now), configuration: configuration() };
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
      // Only errors from a mail server have a cause.
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
    const queued = { key, line: counted.line, server, isNamed: origin === 'client', isTrusted, decide };
    return this.#queue.run(queued, work, signal);
  }

  async #decide({ attempt, applicant }: Counted): Promise<FailureCost | Exclude<Decision, 'begin'>> {
    if (attempt.isKnown()) return 'pass';
    const refusal = attempt.refusal() ?? this.#memory().refusalOf(attempt.key);
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
        this.#queue.suspect(line);
        await this.#budget.charge(cost);
      }
      throw error;
    } finally {
      this.#underWay.delete(key);
      release();
    }
  }

  /** The mail store remembers what mail servers refuse. */
  #remembered<Result>({ key, server }: SignInAttempt, signIn: () => Promise<Result>): Promise<Result> {
    return server === null ? this.#memory().remember(key, signIn) : signIn();
  }

  #memory(): LoginMemory {
    const configuration = this.#configuration();
    if (configuration !== this.#unknownUsers.configuration) {
      this.#unknownUsers = { memory: new LoginMemory(this.#now), configuration };
    }
    return this.#unknownUsers.memory;
  }
}

/** Users of a trusted client have nothing to do with each other. */
function lineOf({ client, user, isTrusted }: SignInApplicant): LineKey {
  return (isTrusted ? `${client} ${user}` : `${client}`) as LineKey;
}
