/** The sessions of one login: which are idle, which are lent out, and who waits for one. */
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { ImapSession } from './imap-session.ts';
import { clearTimers, isUsable, type OpenSession } from './open-session.ts';
import { MAX_WAITERS, SessionWaiters, tooManyConnections } from './session-waiters.ts';

/** A session lent to one request, which calls `release` once. */
export interface GroupLease {
  readonly session: ImapSession;
  /** True when the session was open before, and so may have died unnoticed. */
  readonly isWarm: boolean;
  /** When the login ends, in milliseconds since 1970; infinite for a password. Later the session is cut. */
  readonly endsAt: number;
  /** False where it should be released soon: others wait for a session, or this one is not to be lent again. */
  mayBeKept(): boolean;
  release(): void;
}

/** Which session is best. */
export interface WantedSession {
  /** One that has this mailbox open; null: one that has none open. */
  readonly mailbox: MailboxName | null;
  /** This one above all that have the mailbox open. */
  readonly preferred?: ImapSession | undefined;
}

/** Sessions by state, and the requests that wait for one. */
export interface SessionUsage {
  readonly idle: number;
  readonly inUse: number;
  readonly opening: number;
  readonly waiting: number;
}

/** How the sessions of one login are opened and kept. */
export interface SessionGroupOptions {
  readonly open: (signal: AbortSignal) => Promise<ImapSession>;
  /** Asks the pool for room for one more session. */
  readonly makeRoom: () => boolean;
  /** The other logins of the account, with which it shares its sessions. */
  readonly siblings: () => Iterable<SessionGroup>;
  /** False as long as the server has not accepted the login: then it is tried once at a time. */
  readonly isProved: () => boolean;
  readonly maxSessions: number;
  readonly idleMs: number;
  /** When a session that was opened at that time has to end, in milliseconds since 1970. */
  readonly endsAt?: (openedAt: number) => number;
  readonly now: () => number;
  /** Called when no session and no request is left. */
  readonly onEmpty: () => void;
}

/** The account has all of its sessions, and none of them idles. */
export class AccountFull extends Error {}

/** Work that has begun when its token ends may finish in this time. */
const LATE_WORK_MS = 60_000;

/** The sessions of one login. It lends each to one borrower at a time. */
export class SessionGroup {
  readonly #options: SessionGroupOptions;
  readonly #idle: OpenSession[] = [];
  readonly #busy = new Set<OpenSession>();
  readonly #waiters = new SessionWaiters();
  #opening = 0;
  #borrowers = 0;
  #isEnding = false;
  /** The limit that the server showed by refusing a connection: the open sessions must be enough. */
  #ceiling: number;

  constructor(options: SessionGroupOptions) {
    this.#options = options;
    this.#ceiling = options.maxSessions;
  }

  /** Open and opening sessions. */
  get size(): number {
    return this.#idle.length + this.#busy.size + this.#opening;
  }

  /** Sessions whose connections are there, and opening ones. */
  get connected(): number {
    const open = [...this.#busy, ...this.#idle].filter(({ session }) => session.isOpen);
    return open.length + this.#opening;
  }

  /** True for requests that wait while the login has no session at all. */
  get isStarved(): boolean {
    return this.size === 0 && this.#waiters.count > 0;
  }

  get usage(): SessionUsage {
    const [idle, inUse, waiting] = [this.#idle.length, this.#busy.size, this.#waiters.count];
    return { idle, inUse, opening: this.#opening, waiting };
  }

  /** True when an open session proves the login. */
  get isProved(): boolean {
    return [...this.#busy, ...this.#idle].some((entry) => this.#isUsable(entry));
  }

  /** When the session that idles longest was returned; null when none idles. */
  get idleSince(): number | null {
    return this.#idle[0]?.idleSince ?? null;
  }

  /** A session, best the one that is wanted; waits while all are lent out. */
  borrow(wanted: WantedSession, signal: AbortSignal): Promise<GroupLease> {
    return this.#obtain(() => this.#takeIdle(wanted), signal);
  }

  /** A session that was opened just now. Where there is no room, one that idles is closed for it. */
  borrowNew(signal: AbortSignal): Promise<GroupLease> {
    const makeRoom = (): undefined => {
      if (this.size >= this.#limit) this.closeLongestIdle();
    };
    return this.#obtain(makeRoom, signal);
  }

  async #obtain(take: () => OpenSession | undefined, signal: AbortSignal): Promise<GroupLease> {
    this.#borrowers += 1;
    try {
      for (;;) {
        const entry = take();
        if (entry) return this.#lend(entry, true);
        if (this.size < this.#limit && this.#options.makeRoom()) {
          const lease = await this.#open(signal);
          if (lease) return lease;
        } else {
          await this.#turn(signal);
        }
      }
    } finally {
      this.#borrowers -= 1;
      this.#endIfEmpty();
    }
  }

  get #limit(): number {
    return this.#options.isProved() ? this.#ceiling : 1;
  }

  /** How many sessions the login may have: the limit that was set, or the one that the server has shown. */
  get capacity(): number {
    return this.#ceiling;
  }

  /** Closes the session that idles longest; false when none idles. */
  closeLongestIdle(): boolean {
    const isAny = this.#idle.length > 0;
    void this.endLongestIdle();
    return isAny;
  }

  /** Like `closeLongestIdle`, and settles when the server knows that the session is over. */
  async endLongestIdle(): Promise<boolean> {
    const [entry] = this.#idle;
    if (entry) await this.#drop(entry);
    return entry !== undefined;
  }

  /** Closes the idle sessions; those in use are not lent again. */
  retire(): void {
    for (const entry of this.#busy) entry.isForgotten = true;
    for (const entry of [...this.#idle]) void this.#drop(entry);
  }

  /** Logs out of the idle sessions that have such a mailbox open, and cuts them at the abort; those in use are not lent again. */
  async forget(isGoing: (mailbox: MailboxName) => boolean, signal: AbortSignal): Promise<void> {
    const isConcerned = ({ session }: OpenSession) => session.opened !== null && isGoing(session.opened.name);
    for (const entry of this.#busy) if (isConcerned(entry)) entry.isForgotten = true;
    const going = this.#idle.filter(isConcerned);
    const cut = () => {
      for (const { session } of going) session.destroy();
    };
    const loggedOut = going.map((entry) => this.#drop(entry));
    signal.addEventListener('abort', cut, { once: true });
    if (signal.aborted) cut();
    await Promise.all(loggedOut);
    signal.removeEventListener('abort', cut);
  }

  /** Logs out of idle sessions and cuts those in use. */
  async close(): Promise<void> {
    const sessions = this.#idle.splice(0);
    for (const entry of [...sessions, ...this.#busy]) clearTimers(entry);
    for (const { session } of this.#busy) session.destroy();
    await Promise.all(sessions.map(({ session }) => session.logout()));
  }

  #isUsable(entry: OpenSession): boolean {
    return isUsable(entry, this.#options.now());
  }

  #takeIdle({ mailbox, preferred }: WantedSession): OpenSession | undefined {
    for (const entry of this.#idle.filter((candidate) => !this.#isUsable(candidate))) void this.#drop(entry);
    const isOpenThere = ({ session }: OpenSession) => (session.opened?.name ?? null) === mailbox;
    const best = this.#idle.findIndex((entry) => entry.session === preferred && isOpenThere(entry));
    const index = best >= 0 ? best : this.#idle.findLastIndex(isOpenThere);
    const [entry] = this.#idle.splice(index, 1);
    clearTimeout(entry?.idleTimer);
    return entry;
  }

  /** Settles when the server knows that the session is over. */
  #drop(entry: OpenSession): Promise<void> {
    this.#idle.splice(this.#idle.indexOf(entry), 1);
    clearTimers(entry);
    const loggedOut = entry.session.logout();
    this.#wakeNext();
    return loggedOut;
  }

  #lend(entry: OpenSession, isWarm: boolean): GroupLease {
    this.#busy.add(entry);
    const mayBeKept = () => this.#waiters.count === 0 && !entry.isForgotten && this.#isUsable(entry);
    const { session, endsAt } = entry;
    return { session, isWarm, endsAt, mayBeKept, release: () => this.#takeBack(entry) };
  }

  #takeBack(entry: OpenSession): void {
    if (!this.#busy.delete(entry)) return;
    if (entry.isForgotten || !entry.session.isOpen) clearTimers(entry);
    if (entry.isForgotten) void entry.session.logout();
    else if (entry.session.isOpen) {
      entry.idleSince = this.#options.now();
      entry.idleTimer = setTimeout(() => void this.#drop(entry), this.#options.idleMs).unref();
      this.#idle.push(entry);
    }
    this.#wakeNext();
  }

  /** A new session; undefined when the server allows no more than those that are open. */
  async #open(signal: AbortSignal): Promise<GroupLease | undefined> {
    this.#opening += 1;
    try {
      const session = await this.#options.open(signal);
      const openedAt = this.#options.now();
      const endsAt = this.#options.endsAt?.(openedAt) ?? Number.POSITIVE_INFINITY;
      const entry: OpenSession = { session, openedAt, endsAt, idleSince: 0 };
      if (Number.isFinite(endsAt)) {
        entry.endTimer = setTimeout(() => this.#end(entry), endsAt - openedAt).unref();
      }
      return this.#lend(entry, false);
    } catch (error) {
      const others = this.#busy.size + this.#idle.length;
      if (error instanceof AccountFull) return undefined;
      const isLimit = error instanceof MailError && error.code === 'rate-limited';
      if (!isLimit || others === 0) throw error;
      this.#ceiling = others;
      return undefined;
    } finally {
      this.#opening -= 1;
      if (this.size === 0) this.#wakeNext();
    }
  }

  /** The login of the session has ended. */
  #end(entry: OpenSession): void {
    if (this.#idle.includes(entry)) {
      void this.#drop(entry);
      return;
    }
    entry.isForgotten = true;
    entry.endTimer = setTimeout(() => entry.session.destroy(), LATE_WORK_MS).unref();
  }

  /** Settles when a session may have become free. */
  #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const account = [this, ...this.#options.siblings()];
    const waiting = account.reduce((sum, group) => sum + group.#waiters.count, 0);
    if (waiting >= MAX_WAITERS || account.every(({ size }) => size === 0)) throw tooManyConnections();
    return this.#waiters.wait(signal);
  }

  /** A login without a session comes first, so that none is kept out by another one of its account. */
  #wakeNext(): void {
    const siblings = [...this.#options.siblings()];
    const starved = siblings.find(({ isStarved }) => isStarved);
    const next = starved ?? [this, ...siblings].find((group) => group.#waiters.count > 0) ?? this;
    next.#waiters.wakeNext();
    this.#endIfEmpty();
  }

  /** A borrower may be about to open a session in the place of the last one, and a lost one is replaced at once. */
  #endIfEmpty(): void {
    if (!this.#isEmpty || this.#isEnding) return;
    this.#isEnding = true;
    setImmediate(() => {
      this.#isEnding = false;
      if (this.#isEmpty) this.#options.onEmpty();
    });
  }

  get #isEmpty(): boolean {
    return this.size === 0 && this.#borrowers === 0;
  }
}
