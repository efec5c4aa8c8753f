/** Slots for connections to sending servers: which are taken, who waits for one, and which connections idle. */
import type { AccountKey } from '../../domain/limit-keys.ts';
import type { LoginKey } from '../../domain/login-key.ts';
import type { SmtpConnection } from './smtp-connection.ts';
import { serviceStopping, tooManyConnections } from './smtp-errors.ts';

/** The limits of a pool of connections. */
export interface ConnectionPoolLimits {
  /** Connections of one account, whichever its credentials; providers allow few at a time. */
  readonly maxPerAccount: number;
  readonly maxTotal: number;
  /** Submissions of one account that wait. */
  readonly maxWaitingPerAccount: number;
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
  maxPerAccount: 2,
  maxTotal: 50,
  maxWaitingPerAccount: 100,
  maxWaiting: 1_000,
  waitMs: 15_000,
  idleMs: 15_000,
  maxAgeMs: 5 * 60_000,
};

/** Who sends: the account has limits, and a connection is for exactly one login. */
export interface Sender {
  readonly account: AccountKey;
  readonly login: LoginKey;
}

/** The right to have one connection. The holder calls `release` once. */
export interface Slot {
  /** A connection of these credentials that was used before. It may have died unnoticed. */
  readonly connection: SmtpConnection | undefined;
  /** Returns the slot, with its connection if that can be used again. The holder has closed any other. */
  release(connection: SmtpConnection | undefined): void;
}

interface IdleConnection {
  readonly login: LoginKey;
  readonly connection: SmtpConnection;
  readonly timer: NodeJS.Timeout;
}

interface Waiter {
  readonly sender: Sender;
  readonly give: (slot: Slot) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Hands out slots for connections, and keeps idle connections for the next submission. */
export class ConnectionPool {
  readonly #limits: ConnectionPoolLimits;
  /** The one that idles longest first. */
  readonly #idle = new Set<IdleConnection>();
  readonly #taken = new Map<AccountKey, number>();
  /** In order of arrival. */
  readonly #waiters = new Set<Waiter>();
  #isClosed = false;
  #onDrained: () => void = () => undefined;

  constructor(limits: ConnectionPoolLimits) {
    this.#limits = limits;
  }

  /**
   * A slot, at once or after a wait; waiters of one account are served in order of arrival. Throws MailError
   * `too-many-connections`, `server-unavailable` when the pool is closed, or the reason of the signal.
   */
  async take(sender: Sender, signal: AbortSignal): Promise<Slot> {
    if (this.#isClosed) throw serviceStopping();
    signal.throwIfAborted();
    // Waiters go first: a slot that is free now is one that none of them may take.
    return this.#tryTake(sender) ?? this.#wait(sender, signal);
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

  #tryTake(sender: Sender): Slot | undefined {
    const { account, login } = sender;
    const taken = this.#taken.get(account) ?? 0;
    if (taken >= this.#limits.maxPerAccount) return undefined;
    const connection = this.#takeIdle(login);
    if (connection === undefined && !this.#hasRoom()) return undefined;
    this.#taken.set(account, taken + 1);
    return { connection, release: (returned) => this.#takeBack(sender, returned) };
  }

  /** The connection that was used last: it is the most likely to be alive. */
  #takeIdle(login: LoginKey): SmtpConnection | undefined {
    const entries = this.#idleWith(login);
    for (const entry of entries.filter(({ connection }) => !this.#isUsable(connection))) this.#drop(entry);
    const entry = this.#idleWith(login).at(-1);
    if (entry === undefined) return undefined;
    this.#forget(entry);
    return entry.connection;
  }

  /** True when one more connection may be opened, if need be after closing the one that idles longest. */
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
    const alike = [...this.#waiters].filter((waiter) => waiter.sender.account === sender.account);
    if (alike.length >= maxWaitingPerAccount || this.#waiters.size >= maxWaiting) throw tooManyConnections();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        sender,
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
      const slot = this.#tryTake(waiter.sender);
      if (slot !== undefined) waiter.give(slot);
    }
  }

  #idleWith(login: LoginKey): readonly IdleConnection[] {
    return [...this.#idle].filter((entry) => entry.login === login);
  }
}
