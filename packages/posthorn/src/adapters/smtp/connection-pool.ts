/** Slots for connections to sending servers: which are taken, who waits for one, and which connections idle. */

import type { SmtpConnection } from './smtp-connection.ts';
import { serviceStopping, tooManyConnections } from './smtp-errors.ts';

/** The limits of a pool of connections. */
export interface ConnectionPoolLimits {
  /** Connections with the same credentials; providers allow few at a time. */
  readonly maxPerLogin: number;
  readonly maxTotal: number;
  /** Submissions that wait with the same credentials. */
  readonly maxWaitingPerLogin: number;
  /** Submissions that wait. */
  readonly maxWaiting: number;
  /** The longest wait for a slot. */
  readonly waitMs: number;
  /** How long a connection is kept for the next submission; less than the idle timeout of servers, which is minutes. */
  readonly idleMs: number;
  /** A connection older than this gets no further message, so that a password that was changed stops working. */
  readonly maxAgeMs: number;
}

/** Below what providers allow, and short enough that a waiting submission does not outlive its client. */
export const DEFAULT_POOL_LIMITS: ConnectionPoolLimits = {
  maxPerLogin: 2,
  maxTotal: 50,
  maxWaitingPerLogin: 100,
  maxWaiting: 1_000,
  waitMs: 15_000,
  idleMs: 15_000,
  maxAgeMs: 5 * 60_000,
};

/** The right to have one connection. The holder calls `release` once. */
export interface Slot {
  /** A connection of these credentials that was used before. It may have died unnoticed. */
  readonly connection: SmtpConnection | undefined;
  /** Returns the slot, with its connection if that can be used again. The holder has closed any other. */
  release(connection: SmtpConnection | undefined): void;
}

interface IdleConnection {
  readonly key: string;
  readonly connection: SmtpConnection;
  readonly timer: NodeJS.Timeout;
}

interface Waiter {
  readonly key: string;
  readonly give: (slot: Slot) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Hands out slots for connections, and keeps idle connections for the next submission. */
export class ConnectionPool {
  readonly #limits: ConnectionPoolLimits;
  /** The one that idles longest first. */
  readonly #idle = new Set<IdleConnection>();
  /** How many slots of each key are taken. */
  readonly #taken = new Map<string, number>();
  /** In order of arrival. */
  readonly #waiters = new Set<Waiter>();
  #isClosed = false;
  #onDrained: () => void = () => undefined;

  constructor(limits: ConnectionPoolLimits) {
    this.#limits = limits;
  }

  /**
   * A slot, at once or after a wait; waiters with the same key are served in order of arrival. Throws MailError
   * `too-many-connections`, `server-unavailable` when the pool is closed, or the reason of the signal.
   */
  async take(key: string, signal: AbortSignal): Promise<Slot> {
    if (this.#isClosed) throw serviceStopping();
    signal.throwIfAborted();
    // Waiters go first: a slot that is free now is one that none of them may take.
    return this.#tryTake(key) ?? this.#wait(key, signal);
  }

  /** Closes idle connections, refuses all waiters and newcomers, and settles when no slot is taken. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const entry of this.#idle) this.#drop(entry);
    for (const waiter of this.#waiters) waiter.refuse(serviceStopping());
    if (this.#taken.size === 0) return;
    await new Promise<void>((resolve) => {
      const previous = this.#onDrained;
      this.#onDrained = () => {
        previous();
        resolve();
      };
    });
  }

  #tryTake(key: string): Slot | undefined {
    const connection = this.#takeIdle(key);
    if (connection === undefined && !this.#hasRoom(key)) return undefined;
    this.#taken.set(key, this.#takenWith(key) + 1);
    return { connection, release: (returned) => this.#takeBack(key, returned) };
  }

  /** The connection that was used last: it is the most likely to be alive. */
  #takeIdle(key: string): SmtpConnection | undefined {
    const entries = this.#idleWith(key);
    for (const entry of entries.filter(({ connection }) => !this.#isUsable(connection))) this.#drop(entry);
    const entry = this.#idleWith(key).at(-1);
    if (entry === undefined) return undefined;
    this.#forget(entry);
    return entry.connection;
  }

  /** True when one more connection may be opened, if need be after closing the one that idles longest. */
  #hasRoom(key: string): boolean {
    const { maxPerLogin, maxTotal } = this.#limits;
    if (this.#takenWith(key) >= maxPerLogin) return false;
    const taken = [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
    if (taken + this.#idle.size < maxTotal) return true;
    const [longest] = this.#idle;
    if (longest === undefined) return false;
    this.#drop(longest);
    return true;
  }

  #takeBack(key: string, connection: SmtpConnection | undefined): void {
    const left = this.#takenWith(key) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
    if (connection !== undefined) this.#keep(key, connection);
    this.#serveWaiters();
    if (this.#taken.size === 0) this.#onDrained();
  }

  #keep(key: string, connection: SmtpConnection): void {
    if (this.#isClosed || !this.#isUsable(connection)) {
      connection.quit();
      return;
    }
    const timer = setTimeout(() => {
      this.#drop(entry);
      this.#serveWaiters();
    }, this.#limits.idleMs);
    const entry: IdleConnection = { key, connection, timer: timer.unref() };
    this.#idle.add(entry);
  }

  #isUsable({ isReady, openedAt }: SmtpConnection): boolean {
    return isReady && Date.now() - openedAt <= this.#limits.maxAgeMs;
  }

  #drop(entry: IdleConnection): void {
    this.#forget(entry);
    entry.connection.quit();
  }

  #forget(entry: IdleConnection): void {
    this.#idle.delete(entry);
    clearTimeout(entry.timer);
  }

  #wait(key: string, signal: AbortSignal): Promise<Slot> {
    const { maxWaiting, maxWaitingPerLogin, waitMs } = this.#limits;
    const alike = [...this.#waiters].filter((waiter) => waiter.key === key);
    if (alike.length >= maxWaitingPerLogin || this.#waiters.size >= maxWaiting) throw tooManyConnections();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        key,
        give(slot) {
          leave();
          resolve(slot);
        },
        refuse(reason) {
          leave();
          reject(reason);
        },
      };
      const onAbort = () => waiter.refuse(signal.reason);
      const timer = setTimeout(() => waiter.refuse(tooManyConnections()), waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  #serveWaiters(): void {
    for (const waiter of this.#waiters) {
      const slot = this.#tryTake(waiter.key);
      if (slot !== undefined) waiter.give(slot);
    }
  }

  #takenWith(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  #idleWith(key: string): readonly IdleConnection[] {
    return [...this.#idle].filter((entry) => entry.key === key);
  }
}
