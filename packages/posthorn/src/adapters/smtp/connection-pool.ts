import type { LoginKey } from '../../domain/accounts/login-key.ts';
import type { AccountKey } from '../../domain/limits/limit-keys.ts';
import { Waiters } from '../../domain/values/waiters.ts';
import type { SmtpConnection } from './smtp-connection.ts';
import { serviceStopping, tooManyConnections } from './smtp-errors.ts';

/** Pool limits. */
export interface ConnectionPoolLimits {
  /** Providers allow few. */
  readonly maxPerAccount: number;
  readonly maxTotal: number;
  readonly maxWaitingPerAccount: number;
  readonly maxWaiting: number;
  readonly waitMs: number;
  readonly idleMs: number;
  /** A changed password must take effect. */
  readonly maxAgeMs: number;
}

export const DEFAULT_POOL_LIMITS: ConnectionPoolLimits = {
  maxPerAccount: 2,
  maxTotal: 50,
  maxWaitingPerAccount: 100,
  maxWaiting: 1_000,
  waitMs: 15_000,
  idleMs: 15_000,
  maxAgeMs: 5 * 60_000,
};

/** Login, and account for limits. */
export interface Sender {
  readonly account: AccountKey;
  readonly login: LoginKey;
}

/** A right to one connection. Call `release` once. */
export interface Slot {
  /** May be dead. */
  readonly connection: SmtpConnection | undefined;
  /** An unreturned connection must be closed. */
  release(connection: SmtpConnection | undefined): void;
}

interface IdleConnection {
  readonly login: LoginKey;
  readonly connection: SmtpConnection;
  readonly timer: NodeJS.Timeout;
}

/** Slots in order of arrival, and idle connections. */
export class ConnectionPool {
  readonly #limits: ConnectionPoolLimits;
  readonly #idle = new Set<IdleConnection>();
  readonly #taken = new Map<AccountKey, number>();
  readonly #waiters = new Waiters<Sender, Slot>();
  #isClosed = false;
  #onDrained: () => void = () => undefined;

  constructor(limits: ConnectionPoolLimits) {
    this.#limits = limits;
  }

  /** Throws `too-many-connections`, `server-unavailable` if closed, or the signal's reason. */
  async take(sender: Sender, signal: AbortSignal): Promise<Slot> {
    if (this.#isClosed) throw serviceStopping();
    signal.throwIfAborted();
    // No waiter could use a free slot.
    return this.#tryTake(sender) ?? this.#wait(sender, signal);
  }

  /** Closes idle connections, refuses all takers, waits for all slots. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const entry of this.#idle) this.#drop(entry);
    this.#waiters.refuseAll(serviceStopping);
    if (this.#taken.size === 0) return;
    await new Promise<void>((resolve) => {
      const previous = this.#onDrained;
      this.#onDrained = () => {
        previous();
        resolve();
      };
    });
  }

  #tryTake(sender: Sender): Slot | undefined {
    const { account, login } = sender;
    const taken = this.#taken.get(account) ?? 0;
    if (taken >= this.#limits.maxPerAccount) return undefined;
    const connection = this.#takeIdle(login);
    if (connection === undefined && !this.#hasRoom()) return undefined;
    this.#taken.set(account, taken + 1);
    return { connection, release: (returned) => this.#takeBack(sender, returned) };
  }

  #takeIdle(login: LoginKey): SmtpConnection | undefined {
    const entries = this.#idleWith(login);
    for (const entry of entries.filter(({ connection }) => !this.#isUsable(connection))) this.#drop(entry);
    const entry = this.#idleWith(login).at(-1);
    if (entry === undefined) return undefined;
    this.#forget(entry);
    return entry.connection;
  }

  /** May close the longest idle. */
  #hasRoom(): boolean {
    const taken = [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
    if (taken + this.#idle.size < this.#limits.maxTotal) return true;
    const [longest] = this.#idle;
    if (longest === undefined) return false;
    this.#drop(longest);
    return true;
  }

  #takeBack({ account, login }: Sender, connection: SmtpConnection | undefined): void {
    const left = (this.#taken.get(account) ?? 0) - 1;
    if (left > 0) this.#taken.set(account, left);
    else this.#taken.delete(account);
    if (connection !== undefined) this.#keep(login, connection);
    this.#serveWaiters();
    if (this.#taken.size === 0) this.#onDrained();
  }

  #keep(login: LoginKey, connection: SmtpConnection): void {
    if (this.#isClosed || !this.#isUsable(connection)) {
      connection.quit();
      return;
    }
    const timer = setTimeout(() => {
      this.#drop(entry);
      this.#serveWaiters();
    }, this.#limits.idleMs);
    const entry: IdleConnection = { login, connection, timer: timer.unref() };
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

  #wait(sender: Sender, signal: AbortSignal): Promise<Slot> {
    const { maxWaiting, maxWaitingPerAccount, waitMs } = this.#limits;
    const alike = this.#waiters.wishes.filter(({ account }) => account === sender.account);
    if (alike.length >= maxWaitingPerAccount || this.#waiters.count >= maxWaiting) throw tooManyConnections();
    return this.#waiters.wait(sender, { ms: waitMs, late: tooManyConnections }, signal);
  }

  #serveWaiters(): void {
    this.#waiters.serve((sender) => this.#tryTake(sender));
  }

  #idleWith(login: LoginKey): readonly IdleConnection[] {
    return [...this.#idle].filter((entry) => entry.login === login);
  }
}
