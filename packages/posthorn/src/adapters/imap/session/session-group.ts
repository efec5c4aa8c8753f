import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { Waiters } from '../../../domain/values/waiters.ts';
import type { ImapSession } from './imap-session.ts';
import { clearTimers, isUsable, type OpenSession } from './open-session.ts';
import { MAX_WAITERS, tooManyConnections } from './session-waiters.ts';

/** A lent session. Call `release` once. */
export interface GroupLease {
  readonly session: ImapSession;
  /** May have died unnoticed. */
  readonly isWarm: boolean;
  /** Epoch milliseconds; infinite for passwords. The session is cut later. */
  readonly endsAt: number;
  /** False: release it soon. */
  mayBeKept(): boolean;
  release(): void;
}

/** The session preferred. */
export interface WantedSession {
  /** Its open mailbox; null: none. */
  readonly mailbox: MailboxName | null;
  /** Precedes others with the mailbox open. */
  readonly preferred?: ImapSession | undefined;
}

/** Sessions by state, and waiting requests. */
export interface SessionUsage {
  readonly idle: number;
  readonly inUse: number;
  readonly opening: number;
  readonly waiting: number;
}

/** A login's session settings. */
export interface SessionGroupOptions {
  readonly open: (signal: AbortSignal) => Promise<ImapSession>;
  readonly makeRoom: () => boolean;
  /** The account's other logins, which share its limit of sessions. */
  readonly siblings: () => Iterable<SessionGroup>;
  /** Unproved logins have one session at a time. */
  readonly isProved: () => boolean;
  readonly maxSessions: number;
  readonly idleMs: number;
  /** Epoch milliseconds. */
  readonly endsAt?: (openedAt: number) => number;
  readonly now: () => number;
  /** No session or request is left. */
  readonly onEmpty: () => void;
}

/** The account's sessions are in use. */
export class AccountFull extends Error {}

/** Work may finish after the token's end. */
const LATE_WORK_MS = 60_000;
/** Its connection and commands have time limits. */
const UNENDING = new AbortController().signal;

/** One login's sessions, each lent to one borrower at a time. */
export class SessionGroup {
  readonly #options: SessionGroupOptions;
  readonly #idle: OpenSession[] = [];
  readonly #busy = new Set<OpenSession>();
  readonly #waiters = new Waiters<null, true>();
  #opening = 0;
  #borrowers = 0;
  #isEnding = false;
  /** Counts retirements: sessions that were opening then are not kept. */
  #retirements = 0;
  /** Lower where the server refuses more. */
  #ceiling: number;

  constructor(options: SessionGroupOptions) {
    this.#options = options;
    this.#ceiling = options.maxSessions;
  }

  /** Open or opening. */
  get size(): number {
    return this.#idle.length + this.#busy.size + this.#opening;
  }

  /** Connected or opening. */
  get connected(): number {
    const open = [...this.#busy, ...this.#idle].filter(({ session }) => session.isOpen);
    return open.length + this.#opening;
  }

  get isStarved(): boolean {
    return this.size === 0 && this.#waiters.count > 0;
  }

  get usage(): SessionUsage {
    const [idle, inUse, waiting] = [this.#idle.length, this.#busy.size, this.#waiters.count];
    return { idle, inUse, opening: this.#opening, waiting };
  }

  get isProved(): boolean {
    return [...this.#busy, ...this.#idle].some((entry) => this.#isUsable(entry));
  }

  /** The longest idle's return; null: none. */
  get idleSince(): number | null {
    return this.#idle[0]?.idleSince ?? null;
  }

  /** Waits while all are in use. */
  borrow(wanted: WantedSession, signal: AbortSignal): Promise<GroupLease> {
    const open = (): Promise<GroupLease | undefined> =>
      this.#busy.size === 0 ? this.#open(signal) : this.#openOrTurn(signal);
    return this.#obtain({ take: () => this.#takeIdle(wanted), open }, signal);
  }

  /** Lends a new session; may close an idle one. */
  borrowNew(signal: AbortSignal): Promise<GroupLease> {
    const makeRoom = (): undefined => {
      if (this.size >= this.#limit) this.closeLongestIdle();
    };
    return this.#obtain({ take: makeRoom, open: () => this.#open(signal) }, signal);
  }

  async #obtain(
    source: {
      readonly take: () => OpenSession | undefined;
      readonly open: () => Promise<GroupLease | undefined>;
    },
    signal: AbortSignal,
  ): Promise<GroupLease> {
    this.#borrowers += 1;
    try {
      for (;;) {
        const entry = source.take();
        if (entry) return this.#lend(entry, true);
        if (this.size < this.#limit && this.#options.makeRoom()) {
          const lease = await source.open();
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

  get capacity(): number {
    return this.#ceiling;
  }

  /** False if none idles. */
  closeLongestIdle(): boolean {
    const isAny = this.#idle.length > 0;
    void this.endLongestIdle();
    return isAny;
  }

  /** Settles after the logout. */
  async endLongestIdle(): Promise<boolean> {
    const [entry] = this.#idle;
    if (entry) await this.#drop(entry);
    return entry !== undefined;
  }

  retire(): void {
    this.#retirements += 1;
    for (const entry of this.#busy) entry.isForgotten = true;
    for (const entry of [...this.#idle]) void this.#drop(entry);
  }

  /** Ends idle sessions in such mailboxes, until the abort. Retires those in use. */
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

  /** Cuts sessions in use. */
  async close(): Promise<void> {
    this.#retirements += 1;
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
      entry.session.isReadOnly = false;
      this.#keep(entry);
    }
    this.#wakeNext();
  }

  #keep(entry: OpenSession): void {
    entry.idleSince = this.#options.now();
    entry.idleTimer = setTimeout(() => void this.#drop(entry), this.#options.idleMs).unref();
    this.#idle.push(entry);
  }

  /** Undefined at the limit. */
  #open(signal: AbortSignal): Promise<GroupLease | undefined> {
    return this.#opened((entry) => this.#lend(entry, false), signal);
  }

  /** Settles once any session may be free: a login takes longer than most requests. Throws the opening's errors. */
  async #openOrTurn(signal: AbortSignal): Promise<undefined> {
    const failed = new AbortController();
    if (this.#opening <= this.#waiters.count) {
      this.#openForWaiters().catch((error) => {
        failed.abort(error);
        this.#wakeNext();
      });
    }
    await this.#turn(AbortSignal.any([signal, failed.signal]));
  }

  async #openForWaiters(): Promise<void> {
    const retirements = this.#retirements;
    await this.#opened((entry) => {
      if (retirements === this.#retirements) this.#keep(entry);
      else {
        clearTimers(entry);
        void entry.session.logout();
      }
    }, UNENDING);
    this.#wakeNext();
  }

  /** Undefined at the limit. */
  async #opened<Result>(
    use: (entry: OpenSession) => Result,
    signal: AbortSignal,
  ): Promise<Result | undefined> {
    this.#opening += 1;
    try {
      const session = await this.#options.open(signal);
      const openedAt = this.#options.now();
      const endsAt = this.#options.endsAt?.(openedAt) ?? Number.POSITIVE_INFINITY;
      const entry: OpenSession = { session, openedAt, endsAt, idleSince: 0 };
      if (Number.isFinite(endsAt)) {
        entry.endTimer = setTimeout(() => this.#end(entry), endsAt - openedAt).unref();
      }
      return use(entry);
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

  #end(entry: OpenSession): void {
    if (this.#idle.includes(entry)) {
      void this.#drop(entry);
      return;
    }
    entry.isForgotten = true;
    entry.endTimer = setTimeout(() => entry.session.destroy(), LATE_WORK_MS).unref();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const account = [this, ...this.#options.siblings()];
    const waiting = account.reduce((sum, group) => sum + group.#waiters.count, 0);
    if (waiting >= MAX_WAITERS || account.every(({ size }) => size === 0)) throw tooManyConnections();
    await this.#waiters.wait(null, null, signal);
    if (!signal.aborted) return;
    // The next waiter gets the free session.
    this.#waiters.serveNext(true);
    throw signal.reason;
  }

  /** Logins without a session first: others could starve them. */
  #wakeNext(): void {
    const siblings = [...this.#options.siblings()];
    const starved = siblings.find(({ isStarved }) => isStarved);
    const next = starved ?? [this, ...siblings].find((group) => group.#waiters.count > 0) ?? this;
    next.#waiters.serveNext(true);
    this.#endIfEmpty();
  }

  /** Deferred: the last session may be replaced at once. */
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
