/** Warm sessions. Each is lent to one request at a time, and only to requests with the same credentials. */
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import { failedAt } from '../../../domain/failed-server.ts';
import { type AccountKey, accountKey } from '../../../domain/limit-keys.ts';
import { loginEndsAt } from '../../../domain/login.ts';
import { createLoginKey, type LoginKey } from '../../../domain/login-key.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { toMailError } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { ServerCeilings } from './server-ceilings.ts';
import { AccountFull, SessionGroup, type SessionUsage } from './session-group.ts';
import { fitIn } from './session-room.ts';
import { tooManyConnections } from './session-waiters.ts';
import { type Lease, type OnceTask, type SessionRequest, SessionWork } from './session-work.ts';
import { type KnownLogin, type SignInOptions, SignIns } from './sign-ins.ts';
import { openAmong, retireEarlier, siblingsOf } from './token-succession.ts';

/** How sessions are opened, how many there may be, and how long they stay warm. */
export interface SessionPoolOptions extends SignInOptions {
  readonly open: (account: MailAccount, signal: AbortSignal) => Promise<ImapSession>;
  readonly maxPerAccount: number;
  readonly maxTotal: number;
  readonly idleMs: number;
  /** Measures how long each borrower waited for its session, new connections included. */
  readonly telemetry?: MailTelemetry;
}

/** The sessions of one login. */
interface PooledLogin {
  readonly account: MailAccount;
  readonly accountKey: AccountKey;
  readonly group: SessionGroup;
}

/** Lends sessions, keeps them warm, and closes them. */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #loginKeyOf = createLoginKey();
  /** One request asks for the key of its account several times. */
  readonly #keys = new WeakMap<MailAccount, LoginKey>();
  readonly #groups = new Map<LoginKey, PooledLogin>();
  /** The logins of each account: other passwords, tokens and spellings share its sessions. */
  readonly #accounts = new Map<AccountKey, Set<SessionGroup>>();
  readonly #signIns: SignIns;
  readonly #ceilings: ServerCeilings;
  readonly #work: SessionWork;
  readonly #endListeners: ((accountKey: string) => void)[] = [];
  #isClosed = false;
  /** Sessions that are lent out for minutes, or about to be, by their accounts. */
  readonly #dedicated: AccountKey[] = [];

  constructor(options: SessionPoolOptions) {
    this.#options = options;
    this.#signIns = new SignIns(options);
    this.#ceilings = new ServerCeilings({ now: options.now, takers: () => this.#groups.values() });
    this.#work = new SessionWork((request, signal) => this.borrow(request, signal), options.maxPerAccount);
  }

  /** True when the server accepted this login the last time, within a day. */
  knows(account: MailAccount): boolean {
    return this.#signIns.isProved(this.keyOf(account));
  }

  /** The refusal of exactly this login that is still remembered. */
  refusalOf(account: MailAccount): MailError | undefined {
    return this.#signIns.refusalOf(this.keyOf(account));
  }

  /** The opaque name of the account's credentials, as in the leases of its sessions. */
  keyOf(account: MailAccount): LoginKey {
    const known = this.#keys.get(account);
    if (known !== undefined) return known;
    const key = this.#makeKey(account);
    this.#keys.set(account, key);
    return key;
  }

  /** The listener is called when the last session of a login is gone: what was read with it must go too. */
  onLoginEnd(listener: (accountKey: string) => void): void {
    this.#endListeners.push(listener);
  }

  /** Settles when the login is proved, by an open session or by a new one. */
  async verify(account: MailAccount, signal: AbortSignal): Promise<void> {
    if (this.#groups.get(this.keyOf(account))?.group.isProved) return;
    const lease = await this.borrow({ account, mailbox: null }, signal);
    lease.release();
  }

  /** Borrows a session, best one that has the mailbox open. */
  async borrow({ account, ...wanted }: SessionRequest, signal: AbortSignal): Promise<Lease> {
    if (this.#isClosed) throw new MailError('server-unavailable', { detail: 'The service is stopping.' });
    const key = this.keyOf(account);
    const startedAt = this.#options.now();
    try {
      const lease = await this.#group(account, key).borrow(wanted, signal);
      return { ...lease, accountKey: key };
    } catch (error) {
      throw failedAt('imap', account, error);
    } finally {
      this.#options.telemetry?.addSessionWait(this.#options.now() - startedAt);
    }
  }

  /**
   * Borrows a session that nobody has used before: it sees what is there now, whatever older ones believe. It is for work that keeps it for
   * minutes; ask `canDedicate` first.
   */
  async borrowNew(account: MailAccount, signal: AbortSignal): Promise<Lease> {
    if (this.#isClosed) throw new MailError('server-unavailable', { detail: 'The service is stopping.' });
    const key = this.keyOf(account);
    const owner = accountKeyOf(account);
    this.#dedicated.push(owner);
    try {
      const lease = await this.#group(account, key).borrowNew(signal);
      const release = once(() => {
        this.#endDedication(owner);
        lease.release();
      });
      return { ...lease, accountKey: key, release };
    } catch (error) {
      this.#endDedication(owner);
      throw failedAt('imap', account, error);
    }
  }

  /** True when half of the account's sessions, and half of all, are left for requests. */
  canDedicate(account: MailAccount): boolean {
    const owner = accountKeyOf(account);
    const ofAccount = this.#dedicated.filter((other) => other === owner).length;
    const isEnough = ofAccount < Math.floor(this.capacityOf(account) / 2);
    return isEnough && this.#dedicated.length < this.#options.maxTotal / 2;
  }

  /** How many sessions the account may have: the limit that was set, or the one that the server has shown. */
  capacityOf(account: MailAccount): number {
    return this.#groups.get(this.keyOf(account))?.group.capacity ?? this.#options.maxPerAccount;
  }

  #endDedication(owner: AccountKey): void {
    this.#dedicated.splice(this.#dedicated.indexOf(owner), 1);
  }

  /** How many sessions there are at this moment, and how many requests wait for one. */
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

  /**
   * Borrows a session for one piece of reading. When a warm session turns out to be dead, the work is done
   * once more on another; so it must change nothing on the server. Failures of the server become MailError here.
   */
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

  /**
   * Borrows a session for work that is done once; when its connection is lost, a task that can recover looks what became of it.
   * Failures of the server become MailError here.
   */
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
   * Closes the idle sessions of the account that have such a mailbox open, and keeps those that are lent out from being lent
   * again: a server ends a session, or refuses to delete the mailbox, when it is open somewhere.
   */
  async forget(
    account: MailAccount,
    isGoing: (mailbox: MailboxName) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#groups.get(this.keyOf(account))?.group.forget(isGoing, signal);
  }

  /**
   * Borrows a session on which `prepare` has succeeded, and gives its result. The borrower calls `release`. When a warm session turns out
   * to be dead, it is prepared once more on another. Failures of the server become MailError here.
   */
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

  /** Logs out everywhere; later requests are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#groups.values()].map(({ group }) => group.close()));
  }

  #makeKey({ login, origin, inbox }: MailAccount): LoginKey {
    return this.#loginKeyOf({ login, origin, server: [inbox.host, inbox.port, inbox.isTls] });
  }

  #group(account: MailAccount, key: LoginKey): SessionGroup {
    const existing = this.#groups.get(key);
    if (existing) return existing.group;
    const owner = accountKeyOf(account);
    const family = this.#accounts.get(owner) ?? new Set();
    const group: SessionGroup = new SessionGroup({
      open: (signal) => this.#open({ account, key }, signal),
      makeRoom: () => !this.#signIns.isProved(key) || this.#hasRoomFor(account, 1),
      isProved: () => this.#signIns.isProved(key),
      siblings: () => [...family].filter((other) => other !== group),
      maxSessions: this.#options.maxPerAccount,
      idleMs: this.#options.idleMs,
      endsAt: (openedAt) => loginEndsAt(account.login, openedAt),
      now: this.#options.now,
      onEmpty: () => {
        this.#groups.delete(key);
        family.delete(group);
        if (family.size === 0) this.#accounts.delete(owner);
        for (const listener of this.#endListeners) listener(key);
      },
    });
    this.#groups.set(key, { account, accountKey: owner, group });
    this.#accounts.set(owner, family.add(group));
    return group;
  }

  /** A new session. One whose login was not proved before took no room while it signed in, and needs it now. */
  async #open(login: KnownLogin, signal: AbortSignal): Promise<ImapSession> {
    const { account, key } = login;
    const wasProved = this.#signIns.isProved(key);
    const siblings = () => siblingsOf(account, this.#groups.values());
    const open = () => openAmong(siblings, () => this.#options.open(account, signal));
    const session = await this.#ceilings.openBelow({ account, isProved: wasProved }, () =>
      this.#signIns.run(login, open, signal),
    );
    retireEarlier(account, siblings());
    if (wasProved || this.#hasRoomFor(account, 0)) return session;
    void session.logout();
    const family = this.#accounts.get(accountKeyOf(account)) ?? [];
    const connected = [...family].reduce((sum, group) => sum + group.connected, 0);
    throw connected > this.#options.maxPerAccount ? new AccountFull() : tooManyConnections();
  }

  /** True when there is room for the sessions that there are, and `more`; sessions that idle are closed for it. */
  #hasRoomFor(account: MailAccount, more: number): boolean {
    const takers = [...this.#groups].map(([key, login]) => {
      return { ...login, isProved: login.group.isProved || this.#signIns.isProved(key) };
    });
    const { maxTotal, maxPerAccount } = this.#options;
    const room = { maxTotal: maxTotal - more, maxOfAccount: maxPerAccount - more };
    return fitIn(takers, { account, accountKey: accountKeyOf(account), ...room });
  }
}

function accountKeyOf({ login, inbox: server }: MailAccount): AccountKey {
  return accountKey({ login, server });
}

/** The function, done by its first call only. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
