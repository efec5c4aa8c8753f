/** The places for sign-ins that are under way: who gets the next one. */
import { clientNetwork } from '../../../domain/client-network.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { MailError } from '../../../domain/mail-error.ts';

/** How much the login of a sign-in has shown so far, from the best to the worst. */
export type SignInRank = 'proved' | 'new' | 'suspect';

/** Who signs in where. */
export interface SignInApplicant {
  readonly rank: SignInRank;
  /** The network of the client; null where it is not known. Those are not counted. */
  readonly client: string | null;
  /** The server, named by the client or by the operator. */
  readonly server: string;
  /** True where a client has named the server, and false for one of the operator's, which may be the only one. */
  readonly isNamed: boolean;
}

/** The network of the client for whom the account is used; null where it is not known. */
export function clientOf({ client }: MailAccount): string | null {
  return client === undefined ? null : clientNetwork(client);
}

/** The server of the account, named by the client or by the operator. */
export function serverOf({ inbox: { host, port } }: MailAccount): string {
  return `${host.toLowerCase()}:${port}`;
}

/** What is granted to sign-ins. */
export interface SignInLimits {
  /** Under way at the same time. */
  readonly maxPlaces: number;
  /** The most sign-ins at one server, which leaves places for other servers. */
  readonly maxPerServer: number;
  /** Of one client. */
  readonly maxPerClient: number;
  /** How many may wait at a time. */
  readonly maxWaiting: number;
  /** The longest wait for a place. */
  readonly waitMs: number;
  /** How long beginnings of logins that are not proved stand apart, while more than half of the places are taken. */
  readonly paceMs: number;
}

/** Below the 100 processes that a stock Dovecot has for logins, so that it is the queue here that decides who is next. */
const MAX_PER_SERVER = 80;
const MAX_PLACES = 120;

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  maxPlaces: MAX_PLACES,
  maxPerServer: MAX_PER_SERVER,
  maxPerClient: 8,
  maxWaiting: 2_000,
  waitMs: 10_000,
  // Servers answer a wrong password after two seconds: so many begin in that time that half of the places of a server are never exceeded by much.
  paceMs: 2_000 / (MAX_PER_SERVER / 2),
};

interface Waiter {
  readonly applicant: SignInApplicant;
  readonly give: () => void;
}

const RANKS: readonly SignInRank[] = ['proved', 'new', 'suspect'];
const RETRY_AFTER_SECONDS = 5;

/**
 * Gives out places. Of several waiters the better rank goes first, and in one rank the one that came last: in an attack the older ones
 * are mostly those of the attacker, and in quiet times nobody waits. The sign-ins at one server leave places to those at others. Of what
 * one server may have, suspects take at most half, and so do sign-ins at a server that a client has named.
 */
export class SignInPlaces {
  readonly #limits: SignInLimits;
  readonly #now: () => number;
  readonly #taken = new Set<SignInApplicant>();
  /** In order of arrival. */
  readonly #waiters = new Set<Waiter>();
  #nextPacedAt = 0;
  #paceTimer: NodeJS.Timeout | undefined;

  constructor(limits: SignInLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get usage(): { readonly taken: number; readonly waiting: number } {
    return { taken: this.#taken.size, waiting: this.#waiters.size };
  }

  /**
   * Runs the sign-in as soon as there is a place for it. Throws MailError `too-many-connections` when none comes free in time, and
   * the reason of the signal.
   */
  async run<Result>(
    applicant: SignInApplicant,
    signIn: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    if (this.#mayBegin(applicant)) this.#begin(applicant);
    else await this.#wait(applicant, signal);
    try {
      return await signIn();
    } finally {
      this.#taken.delete(applicant);
      this.#serve();
    }
  }

  #begin(applicant: SignInApplicant): void {
    this.#taken.add(applicant);
    if (applicant.rank !== 'proved') this.#nextPacedAt = this.#now() + this.#limits.paceMs;
  }

  #mayBegin({ rank, client, server, isNamed }: SignInApplicant): boolean {
    const { maxPlaces, maxPerServer, maxPerClient } = this.#limits;
    const half = Math.ceil(maxPerServer / 2);
    if (this.#taken.size >= maxPlaces) return false;
    if (client !== null && this.#count((other) => other.client === client) >= maxPerClient) return false;
    const thereCount = this.#count((other) => other.server === server);
    if (thereCount >= (isNamed ? half : maxPerServer)) return false;
    if (rank === 'proved') return true;
    if (rank === 'suspect' && this.#count((other) => other.rank === 'suspect') >= half) return false;
    return thereCount < half || this.#now() >= this.#nextPacedAt;
  }

  #count(isMeant: (applicant: SignInApplicant) => boolean): number {
    let count = 0;
    for (const applicant of this.#taken) if (isMeant(applicant)) count += 1;
    return count;
  }

  #wait(applicant: SignInApplicant, signal: AbortSignal): Promise<void> {
    if (this.#waiters.size >= this.#limits.maxWaiting) throw noPlace();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const refuse = (reason: unknown): void => {
        leave();
        reject(reason);
      };
      const waiter: Waiter = {
        applicant,
        give: () => {
          leave();
          resolve();
        },
      };
      const onAbort = (): void => refuse(signal.reason);
      const timer = setTimeout(() => refuse(noPlace()), this.#limits.waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
      this.#serveLater();
    });
  }

  #serve(): void {
    for (;;) {
      const next = this.#best();
      if (next === undefined) break;
      // Before it runs: the place must not be given twice.
      this.#begin(next.applicant);
      next.give();
    }
    if (this.#waiters.size > 0) this.#serveLater();
  }

  #best(): Waiter | undefined {
    const newestFirst = [...this.#waiters].reverse();
    for (const rank of RANKS) {
      const next = newestFirst.find(({ applicant }) => applicant.rank === rank && this.#mayBegin(applicant));
      if (next !== undefined) return next;
    }
    return undefined;
  }

  /** A place may be free that only the pace holds back. */
  #serveLater(): void {
    if (this.#paceTimer !== undefined || this.#taken.size >= this.#limits.maxPlaces) return;
    this.#paceTimer = setTimeout(() => {
      this.#paceTimer = undefined;
      this.#serve();
    }, this.#limits.paceMs);
  }
}

function noPlace(): MailError {
  const detail = 'Too many sign-ins are under way.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
