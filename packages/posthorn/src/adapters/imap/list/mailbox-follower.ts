/** Follows one mailbox of one login: one NOOP serves all requests that wait for the state of the mailbox. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { isConnectionLost } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { SessionPool } from '../session/session-pool.ts';
import type { Lease } from '../session/session-work.ts';
import type { FollowedMailbox } from './followed-mailbox.ts';
import { type RefreshRequest, refreshIndex } from './index-refresh.ts';
import { KnownPages } from './known-pages.ts';
import { SharedRounds } from './shared-rounds.ts';

/** Warm sessions may be dead, each of them. */
const MAX_ATTEMPTS = 5;

/** The mailbox as it was at a moment after the request for it, with the session that knows it. `leave` it once. */
export interface MailboxTurn extends FollowedMailbox {
  readonly session: ImapSession;
  readonly accountKey: string;
  /** True when the session was open before, and so may have died unnoticed. */
  readonly isWarm: boolean;
  /** Pages that were read of the mailbox. */
  readonly pages: KnownPages;
  leave(): void;
}

/** A session that several requests read from at the same time. */
interface SharedLease extends Lease {
  readers: number;
  /** How often the mailbox was asked for on it. */
  rounds: number;
}

/** True when the session was of use before this round. */
function wasUsed({ isWarm, rounds }: SharedLease): boolean {
  return isWarm || rounds > 1;
}

interface Round extends FollowedMailbox {
  readonly lease: SharedLease;
}

/** Asks for the state of one mailbox. Its index outlives its session: the next one only tells what has changed. */
export class MailboxFollower {
  readonly #pool: SessionPool;
  readonly #mailbox: MailboxName;
  readonly #account: MailAccount;
  readonly #rounds: SharedRounds<Round>;
  readonly #pages = new KnownPages();
  #lease: SharedLease | undefined;
  #session: ImapSession | undefined;
  #known: FollowedMailbox | undefined;
  #order: RefreshRequest['order'];

  constructor(pool: SessionPool, { account, mailbox }: { account: MailAccount; mailbox: MailboxName }) {
    this.#pool = pool;
    this.#account = account;
    this.#mailbox = mailbox;
    this.#rounds = new SharedRounds({
      work: (signal) => this.#refresh(signal),
      onShare: ({ lease }) => {
        lease.readers += 1;
      },
      onShared: ({ lease }) => this.#leave(lease),
    });
  }

  /** Octets that the index holds. */
  get octets(): number {
    return this.#known?.index.octets ?? 0;
  }

  /** The state of the mailbox after this call; `order`: sorted as well, if it has to be opened. Throws what the pool and the session throw. */
  async enter({ order }: Pick<RefreshRequest, 'order'>, signal: AbortSignal): Promise<MailboxTurn> {
    this.#order = order;
    const { lease, ...known } = await this.#rounds.join(signal);
    const { session, accountKey } = lease;
    const isWarm = wasUsed(lease);
    let hasLeft = false;
    const leave = () => {
      if (!hasLeft) this.#leave(lease);
      hasLeft = true;
    };
    return { ...known, session, accountKey, isWarm, pages: this.#pages, leave };
  }

  /** The round reads as well, until the requests that waited for it read. It is run once more on another session when a warm one turns out to be dead. */
  async #refresh(signal: AbortSignal): Promise<Round> {
    for (let attempt = 1; ; attempt += 1) {
      const lease = await this.#share(signal);
      try {
        return await this.#refreshOn(lease, signal);
      } catch (error) {
        if (!isConnectionLost(error) || !wasUsed(lease) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #refreshOn(lease: SharedLease, signal: AbortSignal): Promise<Round> {
    lease.readers += 1;
    lease.rounds += 1;
    try {
      const request = { mailbox: this.#mailbox, known: this.#known, order: this.#order };
      const { sorted, ...known } = await refreshIndex(lease.session, request, signal);
      this.#known = known;
      return { ...known, sorted, lease };
    } catch (error) {
      if (isConnectionLost(error)) lease.session.destroy();
      this.#leave(lease);
      throw error;
    }
  }

  async #share(signal: AbortSignal): Promise<SharedLease> {
    if (this.#lease?.session.isOpen && this.#lease.mayBeKept()) return this.#lease;
    const request = { account: this.#account, mailbox: this.#mailbox, preferred: this.#session };
    const lease = await this.#pool.borrow(request, signal);
    this.#session = lease.session;
    this.#lease = { ...lease, readers: 0, rounds: 0 };
    return this.#lease;
  }

  #leave(lease: SharedLease): void {
    lease.readers -= 1;
    if (lease.readers > 0) return;
    if (this.#lease === lease) this.#lease = undefined;
    lease.release();
  }
}
