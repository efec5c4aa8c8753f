import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import { failedAt } from '../../../domain/accounts/failed-server.ts';
import { createLoginKey, type LoginKey } from '../../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { type AccountKey, accountKey } from '../../../domain/limits/limit-keys.ts';
import { loginEndsAt } from '../../../domain/logins/login.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { toMailError } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { RemovedLogins, untilRemoved } from './removed-logins.ts';
import { ServerCeilings } from './server-ceilings.ts';
import { AccountFull, SessionGroup, type SessionUsage } from './session-group.ts';
import { CountedSessions, fitIn, type RoomTaker, sharesOf } from './session-room.ts';
import { tooManyConnections } from './session-waiters.ts';
import { type Lease, type OnceTask, type SessionRequest, SessionWork } from './session-work.ts';
import { type KnownLogin, type SignInOptions, SignIns } from './sign-ins.ts';
import { openAmong, retireEarlier, siblingsOf } from './token-succession.ts';

/** Opener and limits. */
export interface SessionPoolOptions extends SignInOptions {
  readonly open: (account: MailAccount, signal: AbortSignal) => Promise<ImapSession>;
  readonly maxPerAccount: number;
  readonly maxTotal: number;
  readonly idleMs: number;
  /** Shared by processes with shared sign-in outcomes; random by default. */
  readonly loginSecret?: Uint8Array;
  /** Measures waits for sessions, with new connections. */
  readonly telemetry?: MailTelemetry;
}

/** Warm sessions, each for one request at a time with its credentials. */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #loginKeyOf: ReturnType<typeof createLoginKey>;
  readonly #keys = new WeakMap<MailAccount, LoginKey>();
  readonly #groups = new Map<LoginKey, RoomTaker>();
  /** Its logins share the account's limit. */
  readonly #accounts = new Map<AccountKey, Set<RoomTaker>>();
  readonly #counted = new CountedSessions();
  readonly #signIns: SignIns;
  readonly #ceilings: ServerCeilings;
  readonly #work: SessionWork;
  readonly #endListeners: ((accountKey: string) => void)[] = [];
  readonly #removals = new RemovedLogins((key) => this.#groups.get(key)?.group.retire());
  #isClosed = false;
  /** Long-lived sessions by owner. */
  readonly #dedicated = new Map<AccountKey, number>();
  #dedications = 0;

  constructor(options: SessionPoolOptions) {
    this.#options = options;
    this.#loginKeyOf = createLoginKey(options.loginSecret);
    this.#signIns = new SignIns(options);
    this.#ceilings = new ServerCeilings({ now: options.now, takers: () => this.#groups.values() });
    this.#work = new SessionWork((request, signal) => this.borrow(request, signal), options.maxPerAccount);
  }

  /** Accepted by the server within a day. */
  knows(account: MailAccount): boolean {
    return this.#signIns.isProved(this.keyOf(account));
  }

  refusalOf(account: MailAccount): Promise<MailError | undefined> {
    return this.#signIns.refusalOf(this.keyOf(account));
  }

  forgetRefusal(account: MailAccount): Promise<void> {
    return this.#signIns.forgetRefusal(this.keyOf(account));
  }

  /** The credentials' opaque name, as in leases. */
  keyOf(account: MailAccount): LoginKey {
    const known = this.#keys.get(account);
    if (known !== undefined) return known;
    const key = this.#makeKey(account);
    this.#keys.set(account, key);
    return key;
  }

  /** After a login's last session: discard its data. */
  onLoginEnd(listener: (accountKey: string) => void): void {
    this.#endListeners.push(listener);
  }

  /** Resolves when a session proves the login. */
  async verify(account: MailAccount, signal: AbortSignal): Promise<void> {
    if (this.#groups.get(this.keyOf(account))?.group.isProved) return;
    const lease = await this.borrow({ account, mailbox: null }, signal);
    lease.release();
  }

  async borrow({ account, ...wanted }: SessionRequest, signal: AbortSignal): Promise<Lease> {
    if (this.#isClosed) throw new MailError('server-unavailable', { detail: 'The service is stopping.' });
    const key = this.keyOf(account);
    const startedAt = this.#options.now();
    this.#removals.watch(account, key);
    try {
      const lease = await this.#group(account, key).borrow(wanted, signal);
      return untilRemoved(account, { ...lease, accountKey: key });
    } catch (error) {
      throw failedAt('imap', account, error);
    } finally {
      this.#options.telemetry?.addSessionWait(this.#options.now() - startedAt);
    }
  }

  /** Free of outdated state. Check `canDedicate` first. */
  borrowNew(account: MailAccount, signal: AbortSignal): Promise<Lease> {
    return this.borrowLong({ account, isNew: true }, signal);
  }

  /** For long. Check `canDedicate` first, unless it replaces another. */
  async borrowLong(
    { account, isNew }: { readonly account: MailAccount; readonly isNew: boolean },
    signal: AbortSignal,
  ): Promise<Lease> {
    if (this.#isClosed) throw new MailError('server-unavailable', { detail: 'The service is stopping.' });
    const key = this.keyOf(account);
    const owner = accountKeyOf(account);
    this.#removals.watch(account, key);
    this.#dedicate(owner, 1);
    try {
      const group = this.#group(account, key);
      const borrowed = isNew ? group.borrowNew(signal) : group.borrow({ mailbox: null }, signal);
      const lease = untilRemoved(account, await borrowed);
      const release = once(() => {
        this.#dedicate(owner, -1);
        lease.release();
      });
      return { ...lease, accountKey: key, release };
    } catch (error) {
      this.#dedicate(owner, -1);
      throw failedAt('imap', account, error);
    }
  }

  /** True if half of all sessions, and of the account's, remain for requests. */
  canDedicate(account: MailAccount): boolean {
    const ofAccount = this.#dedicated.get(accountKeyOf(account)) ?? 0;
    const isEnough = ofAccount < Math.floor(this.capacityOf(account) / 2);
    return isEnough && this.#dedications < this.#options.maxTotal / 2;
  }

  capacityOf(account: MailAccount): number {
    return this.#groups.get(this.keyOf(account))?.group.capacity ?? this.#options.maxPerAccount;
  }

  #dedicate(owner: AccountKey, more: 1 | -1): void {
    const ofOwner = (this.#dedicated.get(owner) ?? 0) + more;
    if (ofOwner === 0) this.#dedicated.delete(owner);
    else this.#dedicated.set(owner, ofOwner);
    this.#dedications += more;
  }

  get usage(): SessionUsage {
    const sum = { idle: 0, inUse: 0, opening: 0, waiting: 0 };
    for (const { group } of this.#groups.values()) {
      const { usage } = group;
      sum.idle += usage.idle;
      sum.inUse += usage.inUse;
      sum.opening += usage.opening;
      sum.waiting += usage.waiting;
    }
    return sum;
  }

  /** Runs reading work, again if a warm session is dead. Throws MailError. */
  async use<Result>(
    request: SessionRequest,
    work: (lease: Lease) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      const { lease, prepared } = await this.#work.prepare(request, work, signal);
      lease.release();
      return prepared;
    } catch (error) {
      throw failedAt('imap', request.account, toMailError(error));
    }
  }

  /** Runs work once; `recover` decides after a lost connection. Throws MailError. */
  async useOnce<Prepared, Result>(
    request: SessionRequest,
    task: OnceTask<Prepared, Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      return await this.#work.doOnce(request, task, signal);
    } catch (error) {
      throw failedAt('imap', request.account, toMailError(error));
    }
  }

  /**
   * Closes idle sessions in such mailboxes, retires those in use: servers refuse to delete open mailboxes, or
   * end their sessions.
   */
  async forget(
    account: MailAccount,
    isGoing: (mailbox: MailboxName) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#groups.get(this.keyOf(account))?.group.forget(isGoing, signal);
  }

  /** The result of `prepare`, repeated if a warm session is dead; call `release`. Throws MailError. */
  async borrowPrepared<Prepared>(
    request: SessionRequest,
    prepare: (lease: Lease) => Promise<Prepared>,
    signal: AbortSignal,
  ): Promise<Prepared> {
    try {
      return (await this.#work.prepare(request, prepare, signal)).prepared;
    } catch (error) {
      throw failedAt('imap', request.account, toMailError(error));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#groups.values()].map(({ group }) => group.close()));
  }

  #makeKey({ login, origin, inbox }: MailAccount): LoginKey {
    return this.#loginKeyOf({ login, origin, server: [inbox.host, inbox.port, inbox.isTls] });
  }

  #group(account: MailAccount, key: LoginKey): SessionGroup {
    return (this.#groups.get(key) ?? this.#addGroup(account, key)).group;
  }

  #addGroup(account: MailAccount, key: LoginKey): RoomTaker {
    const shares = sharesOf(account);
    const family = this.#familyOf(shares.account);
    const group: SessionGroup = new SessionGroup({
      open: (signal) => this.#open({ account, key }, taker, signal),
      makeRoom: () => !this.#signIns.isProved(key) || this.#hasRoomFor(taker, 1),
      isProved: () => this.#signIns.isProved(key),
      siblings: () => [...family].filter((other) => other !== taker).map((other) => other.group),
      maxSessions: this.#options.maxPerAccount,
      idleMs: this.#options.idleMs,
      endsAt: (openedAt) => loginEndsAt(account.login, openedAt),
      now: this.#options.now,
      onEmpty: () => {
        this.#groups.delete(key);
        family.delete(taker);
        if (family.size === 0) this.#accounts.delete(shares.account);
        for (const listener of this.#endListeners) listener(key);
      },
    });
    const isProved = () => this.#signIns.isProved(key) || group.isProved;
    const taker: RoomTaker = { account, shares, group, isProved };
    this.#groups.set(key, taker);
    this.#accounts.set(shares.account, family.add(taker));
    return taker;
  }

  /** Unproved logins now take room. */
  async #open(login: KnownLogin, taker: RoomTaker, signal: AbortSignal): Promise<ImapSession> {
    this.#counted.add();
    const { account, key } = login;
    const { shares } = taker;
    const wasProved = this.#signIns.isProved(key);
    const siblings = () => siblingsOf(account, this.#familyOf(shares.account));
    const open = () => openAmong(siblings, () => this.#options.open(account, signal));
    const session = await this.#ceilings.openBelow({ server: shares.server, isProved: wasProved }, () =>
      this.#signIns.run(login, open, signal),
    );
    retireEarlier(account, siblings());
    if (wasProved || this.#hasRoomFor(taker, 0)) return session;
    void session.logout();
    const family = [...this.#familyOf(shares.account)];
    const connected = family.reduce((sum, { group }) => sum + group.connected, 0);
    throw connected > this.#options.maxPerAccount ? new AccountFull() : tooManyConnections();
  }

  #hasRoomFor({ shares }: RoomTaker, more: number): boolean {
    const { maxTotal, maxPerAccount } = this.#options;
    const room = { maxTotal: maxTotal - more, maxOfAccount: maxPerAccount - more };
    const ofAccount = this.#familyOf(shares.account);
    return fitIn({ all: this.#groups, ofAccount, counted: this.#counted }, { shares, ...room });
  }

  #familyOf(account: AccountKey): Set<RoomTaker> {
    return this.#accounts.get(account) ?? new Set();
  }
}

function accountKeyOf({ login, inbox: server }: MailAccount): AccountKey {
  return accountKey({ login, server });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
