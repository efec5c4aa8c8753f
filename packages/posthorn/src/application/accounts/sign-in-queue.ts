/**
 * The queue of sign-ins with logins that were not accepted lately: whose turn it is. It leaves the process time for those who are signed in,
 * and places at mail servers for them.
 */
import type { LoginKey } from '../../domain/login-key.ts';
import { MailError } from '../../domain/mail-error.ts';
import { untilAborted } from '../../domain/until-aborted.ts';
import { BoundedMap } from '../bounded-map.ts';
import {
  type LineKey,
  ServerPlaces,
  type ServerPlacesLimits,
  type ServerSignIn,
  type Standing,
} from './server-places.ts';

/** A sign-in in the queue. */
export interface QueuedSignIn extends Omit<ServerSignIn, 'standing'> {
  /** Equal for the same login at the same server only. */
  readonly key: LoginKey;
  /** True for a client that the operator trusts: it comes before all others. */
  readonly isTrusted: boolean;
  /** Decides at its turn. Throws what the sign-in is refused with. */
  readonly decide: () => Promise<Decision>;
}

/**
 * The sign-in begins; or needs no place, because its outcome is known; or waits for the outcome of another one, alone or with all of its
 * line.
 */
export type Decision = 'begin' | 'pass' | 'wait' | 'hold-line';

/** What is granted to sign-ins. */
export interface SignInQueueLimits extends ServerPlacesLimits {
  /** How long two beginnings stand apart. */
  readonly turnMs: number;
  readonly maxWaiting: number;
  /** The longest wait. */
  readonly waitMs: number;
}

const MAX_PER_SERVER = 60;

/** The pool has 80 places for each server (`sign-in-places.ts`), so that always some are left for logins that are proved. */
export const DEFAULT_QUEUE_LIMITS: SignInQueueLimits = {
  // Refusing a sign-in takes up to a millisecond, so that refusals take a fifth of the time of the process at most.
  turnMs: 5,
  maxPlaces: 100,
  maxPerServer: MAX_PER_SERVER,
  // Servers answer a wrong password after two seconds: in that time the places of half a server come free.
  paceMs: 2_000 / (MAX_PER_SERVER / 2),
  // As many as there are connections of clients.
  maxWaiting: 5_000,
  waitMs: 20_000,
};

/** For so long clients that have failed come after all others, and those of which a login was accepted before those without one. */
const MEMORY_MS = 5 * 60_000;
const MAX_CLIENTS = 10_000;
const RETRY_AFTER_SECONDS = 5;

interface Waiter {
  readonly signIn: QueuedSignIn;
  isBlocked: boolean;
  readonly admit: (place: ServerSignIn | null) => void;
  readonly refuse: (reason: unknown) => void;
}

/** The waiters of one client, in the order of their arrival. */
interface Line {
  readonly waiters: Set<Waiter>;
  isHeld: boolean;
  /** The numbers of its last turn, 0 before the first, and of its last arrival. */
  turn: number;
  arrival: number;
}

/** A waiter that may begin. */
interface Candidate {
  readonly waiter: Waiter;
  readonly line: Line;
  readonly standing: Standing;
}

const STANDINGS: readonly Standing[] = ['trusted', 'accepted', 'new', 'suspect'];

/**
 * Gives turns to the clients that the operator trusts, then to those of which a login was accepted in the last minutes, to new ones, and to
 * those that have failed: first to the one with the fewest sign-ins under way, then to the one whose last turn was longest ago, then to the newest, because in an attack the
 * older ones are mostly those of the attacker.
 */
export class SignInQueue {
  readonly #limits: SignInQueueLimits;
  readonly #now: () => number;
  readonly #places: ServerPlaces;
  readonly #lines = new Map<LineKey, Line>();
  readonly #suspects = new BoundedMap<LineKey, number>(MAX_CLIENTS);
  readonly #accepted = new BoundedMap<LineKey, number>(MAX_CLIENTS);
  readonly #blocked = new Set<Waiter>();
  #waiting = 0;
  #clock = 0;
  #outcomes = 0;
  #isServing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: SignInQueueLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#places = new ServerPlaces(limits, now);
  }

  /**
   * Runs the sign-in at its turn. Throws what `decide` throws, the reason of the signal, and `too-many-connections` after the longest wait, or
   * for the client of which the most wait when too many do.
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

  /** Moves the client behind those that have not failed. */
  suspect(line: LineKey): void {
    this.#suspects.set(line, this.#now() + MEMORY_MS);
  }

  /** Moves the client before new ones, unless it has failed. */
  accept(line: LineKey): void {
    this.#accepted.set(line, this.#now() + MEMORY_MS);
  }

  async #wait(signIn: QueuedSignIn, signal: AbortSignal): Promise<ServerSignIn | null> {
    const { promise, resolve, reject } = withResolvers<ServerSignIn | null>();
    const waiter: Waiter = { signIn, isBlocked: false, admit: resolve, refuse: reject };
    const timer = setTimeout(() => reject(tooMany('Too many sign-ins are under way.')), this.#limits.waitMs);
    this.#enter(waiter);
    try {
      return await untilAborted(signal, promise);
    } catch (error) {
      // It may have been admitted in the moment in which it left.
      if (!this.#leave(waiter)) void promise.then((place) => place && this.#places.leave(place), ignore);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #enter(waiter: Waiter): void {
    const { line: key } = waiter.signIn;
    const line = this.#lines.get(key) ?? { waiters: new Set(), isHeld: false, turn: 0, arrival: 0 };
    this.#clock += 1;
    line.arrival = this.#clock;
    this.#lines.set(key, line);
    line.waiters.add(waiter);
    this.#waiting += 1;
    if (this.#waiting > this.#limits.maxWaiting) this.#refuseOne();
    this.#serveSoon();
  }

  /** False for one that has left before. */
  #leave(waiter: Waiter): boolean {
    const { line: key } = waiter.signIn;
    const line = this.#lines.get(key);
    if (!line?.waiters.delete(waiter)) return false;
    this.#blocked.delete(waiter);
    this.#waiting -= 1;
    if (line.waiters.size === 0) this.#lines.delete(key);
    return true;
  }

  #refuseOne(): void {
    const lines = [...this.#lines];
    const suspects = lines.filter(([key]) => this.#isIn(this.#suspects, key));
    const most = (suspects.length > 0 ? suspects : lines)
      .map(([, { waiters }]) => waiters)
      .reduce((largest, waiters) => (waiters.size > largest.size ? waiters : largest));
    const [last] = [...most].slice(-1);
    if (last === undefined) return;
    this.#leave(last);
    last.refuse(tooMany('Too many sign-ins wait.'));
  }

  #serveSoon(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    void this.#serve();
  }

  async #serve(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (await this.#hasTurn(next)) await this.#rest();
    }
    this.#isServing = false;
    const pauseMs = this.#places.pauseMs;
    if (this.#waiting === 0 || pauseMs === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#serveSoon();
    }, pauseMs);
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.#limits.turnMs));
  }

  /** Decides about the sign-in; false when that cost no turn. */
  async #hasTurn({ waiter, line }: Candidate): Promise<boolean> {
    const outcomes = this.#outcomes;
    this.#clock += 1;
    line.turn = this.#clock;
    try {
      const decision = await waiter.signIn.decide();
      if (decision === 'begin' || decision === 'pass') return this.#admit(waiter, decision);
      // An outcome that has come meanwhile may be the one that it has to wait for.
      if (outcomes === this.#outcomes) this.#block({ waiter, line }, decision);
      return false;
    } catch (error) {
      if (this.#leave(waiter)) waiter.refuse(error);
      return true;
    }
  }

  #admit(waiter: Waiter, decision: 'begin' | 'pass'): boolean {
    if (!this.#leave(waiter)) return false;
    const { line, server, isNamed } = waiter.signIn;
    const place = { line, server, isNamed, standing: this.#standingOf(waiter.signIn) };
    if (decision === 'begin') this.#places.take(place);
    waiter.admit(decision === 'begin' ? place : null);
    return decision === 'begin';
  }

  #block({ waiter, line }: Pick<Candidate, 'waiter' | 'line'>, decision: 'wait' | 'hold-line'): void {
    if (decision === 'hold-line') line.isHeld = true;
    else if (line.waiters.has(waiter)) {
      waiter.isBlocked = true;
      this.#blocked.add(waiter);
    }
  }

  /** A sign-in has ended: those that waited for its outcome are decided about again. */
  #reconsider({ line: key, key: login }: QueuedSignIn): void {
    this.#outcomes += 1;
    const line = this.#lines.get(key);
    if (line !== undefined) line.isHeld = false;
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
      if (line.isHeld) continue;
      const candidate = this.#candidateOf(key, line);
      if (candidate && (best === undefined || this.#compare(candidate, best) < 0)) best = candidate;
    }
    return best;
  }

  #candidateOf(key: LineKey, line: Line): Candidate | undefined {
    for (const waiter of line.waiters) {
      const { server, isNamed } = waiter.signIn;
      const standing = this.#standingOf(waiter.signIn);
      if (waiter.isBlocked || !this.#places.mayTake({ line: key, server, isNamed, standing })) continue;
      return { waiter, line, standing };
    }
    return undefined;
  }

  /** Negative where the first one goes first. */
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

  #standingOf({ line, isTrusted }: QueuedSignIn): Standing {
    if (this.#isIn(this.#suspects, line)) return 'suspect';
    if (isTrusted) return 'trusted';
    return this.#isIn(this.#accepted, line) ? 'accepted' : 'new';
  }

  #isIn(memory: BoundedMap<LineKey, number>, line: LineKey): boolean {
    return this.#now() < (memory.get(line) ?? 0);
  }
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

function ignore(): void {
  // Its failure was thrown already.
}

function tooMany(detail: string): MailError {
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
