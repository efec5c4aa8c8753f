import type { LoginKey } from '../../domain/accounts/login-key.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { UserKey } from '../../domain/limits/limit-keys.ts';
import { Turns } from '../../domain/values/turns.ts';
import { beginWaiting, type Waiting } from '../../domain/values/waiters.ts';
import { attempt } from '../attempt.ts';
import type { ClientStanding, SignInOutcomes } from '../ports/state/sign-in-outcomes.ts';
import { stateKey } from '../state-key.ts';
import {
  type LineKey,
  ServerPlaces,
  type ServerPlacesLimits,
  type ServerSignIn,
  type Standing,
} from './server-places.ts';

/** A queued sign-in. */
export interface QueuedSignIn extends Omit<ServerSignIn, 'standing'> {
  readonly key: LoginKey;
  readonly user: UserKey;
  readonly isTrusted: boolean;
  /** Throws the sign-in's refusal. */
  readonly decide: () => Promise<Decision>;
}

/** Start, pass with a known outcome, or wait for another sign-in, alone, with the line's same user, or with the line. */
export type Decision = 'begin' | 'pass' | 'wait' | 'hold-user' | 'hold-line';

/** The queue's limits. */
export interface SignInQueueLimits extends ServerPlacesLimits {
  readonly turnMs: number;
  readonly maxWaiting: number;
  readonly waitMs: number;
}

/** The queue's dependencies. */
export interface SignInQueueOptions {
  readonly limits: SignInQueueLimits;
  /** Milliseconds on any clock. */
  readonly now: () => number;
  /** While it fails, all clients are new. */
  readonly signInOutcomes: SignInOutcomes;
}

const MAX_PER_SERVER = 60;

/** Below the pool's 80 slots per server: proved logins always have some. */
export const DEFAULT_QUEUE_LIMITS: SignInQueueLimits = {
  turnMs: 5,
  maxPlaces: 100,
  maxPerServer: MAX_PER_SERVER,
  // Servers refuse wrong passwords after 2 s.
  paceMs: 2_000 / (MAX_PER_SERVER / 2),
  maxWaiting: 5_000,
  waitMs: 20_000,
};

const RETRY_AFTER_SECONDS = 5;
/** Clients that guess ask again at once, and each answer takes the event loop as long as a list. */
const REFUSAL_TURNS = 3;
/** Requests of others need several turns of the event loop. */
const TURN_MS = 2;

interface Waiter extends Waiting<ServerSignIn | null> {
  readonly signIn: QueuedSignIn;
  isBlocked: boolean;
}

interface Line {
  readonly waiters: Set<Waiter>;
  standing: ClientStanding | null | undefined;
  isHeld: boolean;
  readonly heldUsers: Set<UserKey>;
  /** Sequence numbers of the last turn (0: none), and of the first arrival: attackers renew nothing by sending more. */
  turn: number;
  readonly arrival: number;
}

interface Candidate {
  readonly waiter: Waiter;
  readonly line: Line;
  readonly standing: Standing;
}

const STANDINGS: readonly Standing[] = ['trusted', 'accepted', 'new', 'suspect'];

/**
 * Serves trusted, accepted, new, then failed clients. Among these, fewest running sign-ins, least recently served,
 * then newest first: in an attack, most older ones are the attacker's.
 */
export class SignInQueue {
  readonly #limits: SignInQueueLimits;
  readonly #outcomes: SignInOutcomes;
  readonly #places: ServerPlaces;
  readonly #lines = new Map<LineKey, Line>();
  readonly #blocked = new Set<Waiter>();
  #waiting = 0;
  #clock = 0;
  #ended = 0;
  #isServing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ limits, now, signInOutcomes }: SignInQueueOptions) {
    this.#limits = limits;
    this.#outcomes = signInOutcomes;
    this.#places = new ServerPlaces(limits, now);
  }

  /**
   * Throws `decide`'s errors, the signal's reason, and `too-many-connections` after the longest wait, or in
   * the longest line when full.
   */
  async run<Result>(signIn: QueuedSignIn, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const place = await this.#wait(signIn, signal);
    try {
      return await work();
    } finally {
      if (place !== null) this.#places.leave(place);
      this.#reconsider(signIn);
    }
  }

  /** Ranks the client behind those without failures. */
  suspect(line: LineKey): Promise<void> {
    return this.#record(line, 'failed');
  }

  /** Ranks the client before new ones, unless it has failed. */
  accept(line: LineKey): void {
    // On failure, the client stays new.
    this.#record(line, 'accepted').catch(() => undefined);
  }

  async #record(key: LineKey, standing: ClientStanding): Promise<void> {
    const line = this.#lines.get(key);
    if (line?.standing !== undefined && line.standing !== 'failed') line.standing = standing;
    await attempt(() => this.#outcomes.recordStanding({ client: clientKey(key), standing }));
  }

  #wait(signIn: QueuedSignIn, signal: AbortSignal): Promise<ServerSignIn | null> {
    const limit = { ms: this.#limits.waitMs, late: () => tooMany('Too many sign-ins are under way.') };
    const onEnd = (): void => this.#leave(waiter);
    const waiter: Waiter = { ...beginWaiting({ limit, onEnd }, signal), signIn, isBlocked: false };
    this.#enter(waiter);
    return waiter.settled;
  }

  #enter(waiter: Waiter): void {
    const { line: key } = waiter.signIn;
    const line = this.#lines.get(key) ?? this.#open(key);
    this.#lines.set(key, line);
    line.waiters.add(waiter);
    this.#waiting += 1;
    if (this.#waiting > this.#limits.maxWaiting) this.#refuseOne();
    this.#serveSoon();
  }

  #open(key: LineKey): Line {
    this.#clock += 1;
    const arrival = this.#clock;
    const line: Line = {
      waiters: new Set(),
      standing: undefined,
      isHeld: false,
      heldUsers: new Set(),
      turn: 0,
      arrival,
    };
    const setStanding = (standing: ClientStanding | null): void => {
      line.standing = standing;
      this.#serveSoon();
    };
    this.#outcomes.findStanding(clientKey(key)).then(setStanding, () => setStanding(null));
    return line;
  }

  #leave(waiter: Waiter): void {
    const { line: key } = waiter.signIn;
    const line = this.#lines.get(key);
    if (!line?.waiters.delete(waiter)) return;
    this.#blocked.delete(waiter);
    this.#waiting -= 1;
    if (line.waiters.size === 0) this.#lines.delete(key);
  }

  #refuseOne(): void {
    const lines = [...this.#lines];
    const suspects = lines.filter(([, { standing }]) => standing === 'failed');
    const most = (suspects.length > 0 ? suspects : lines)
      .map(([, { waiters }]) => waiters)
      .reduce((largest, waiters) => (waiters.size > largest.size ? waiters : largest));
    const [last] = [...most].slice(-1);
    last?.refuse(tooMany('Too many sign-ins wait.'));
  }

  #serveSoon(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    void this.#serve();
  }

  async #serve(): Promise<void> {
    const turns = new Turns(TURN_MS);
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const turnCount = await this.#take(next);
      if (turnCount > 0) await this.#rest(turnCount);
      // Hundreds may be decided without a turn of theirs.
      await turns.take();
    }
    this.#isServing = false;
    const pauseMs = this.#places.pauseMs;
    if (this.#waiting === 0 || pauseMs === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#serveSoon();
    }, pauseMs);
  }

  #rest(turnCount: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, turnCount * this.#limits.turnMs));
  }

  /** Returns the turns that it took. */
  async #take({ waiter, line, standing }: Candidate): Promise<number> {
    const ended = this.#ended;
    this.#clock += 1;
    line.turn = this.#clock;
    try {
      const decision = await waiter.signIn.decide();
      if (decision === 'begin' || decision === 'pass') return this.#admit({ waiter, standing }, decision);
      if (ended === this.#ended) this.#block({ waiter, line }, decision);
      return 0;
    } catch (error) {
      waiter.refuse(error);
      return REFUSAL_TURNS;
    }
  }

  #admit({ waiter, standing }: Pick<Candidate, 'waiter' | 'standing'>, decision: 'begin' | 'pass'): number {
    const { line, server, isNamed } = waiter.signIn;
    if (!this.#lines.get(line)?.waiters.has(waiter)) return 0;
    const place = { line, server, isNamed, standing };
    if (decision === 'begin') this.#places.take(place);
    waiter.grant(decision === 'begin' ? place : null);
    return decision === 'begin' ? 1 : 0;
  }

  #block(
    { waiter, line }: Pick<Candidate, 'waiter' | 'line'>,
    decision: 'wait' | 'hold-user' | 'hold-line',
  ): void {
    if (decision === 'hold-line') line.isHeld = true;
    else if (decision === 'hold-user') line.heldUsers.add(waiter.signIn.user);
    else if (line.waiters.has(waiter)) {
      waiter.isBlocked = true;
      this.#blocked.add(waiter);
    }
  }

  #reconsider({ line: key, key: login, user }: QueuedSignIn): void {
    this.#ended += 1;
    const line = this.#lines.get(key);
    if (line !== undefined) line.isHeld = false;
    // Its outcome may be that of a sign-in in another line.
    for (const { heldUsers } of this.#lines.values()) heldUsers.delete(user);
    for (const waiter of this.#blocked) {
      if (waiter.signIn.line !== key && waiter.signIn.key !== login) continue;
      waiter.isBlocked = false;
      this.#blocked.delete(waiter);
    }
    this.#serveSoon();
  }

  #next(): Candidate | undefined {
    let best: Candidate | undefined;
    for (const [key, line] of this.#lines) {
      if (line.isHeld || line.standing === undefined) continue;
      const candidate = this.#candidateOf(key, line);
      if (candidate && (best === undefined || this.#compare(candidate, best) < 0)) best = candidate;
    }
    return best;
  }

  #candidateOf(key: LineKey, line: Line): Candidate | undefined {
    for (const waiter of line.waiters) {
      const { server, isNamed, user } = waiter.signIn;
      const standing = standingOf(line, waiter.signIn);
      if (waiter.isBlocked || line.heldUsers.has(user)) continue;
      if (!this.#places.mayTake({ line: key, server, isNamed, standing })) continue;
      return { waiter, line, standing };
    }
    return undefined;
  }

  #compare(first: Candidate, second: Candidate): number {
    const [one, other] = [first, second].map(({ waiter }) => this.#places.countOf(waiter.signIn.line));
    const byStanding = STANDINGS.indexOf(first.standing) - STANDINGS.indexOf(second.standing);
    if (byStanding !== 0) return byStanding;
    if (first.standing === 'trusted') return first.line.arrival - second.line.arrival;
    return (
      (one ?? 0) - (other ?? 0) ||
      first.line.turn - second.line.turn ||
      second.line.arrival - first.line.arrival
    );
  }
}

function standingOf({ standing }: Line, { isTrusted }: QueuedSignIn): Standing {
  if (standing === 'failed') return 'suspect';
  return isTrusted ? 'trusted' : (standing ?? 'new');
}

function clientKey(line: LineKey): string {
  return stateKey('client', line);
}

function tooMany(detail: string): MailError {
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
