import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isConnectionLost } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { SessionPool } from '../session/session-pool.ts';
import type { Lease } from '../session/session-work.ts';
import type { FollowedMailbox } from './followed-mailbox.ts';
import { type RefreshRequest, refreshIndex } from './index-refresh.ts';
import { KnownPages } from './known-pages.ts';
import { SharedRounds } from './shared-rounds.ts';

const MAX_ATTEMPTS = 5;

/** A current mailbox with its session. Call `leave` once. */
export interface MailboxTurn extends FollowedMailbox {
  readonly session: ImapSession;
  readonly accountKey: string;
  readonly isWarm: boolean;
  readonly pages: KnownPages;
  leave(): void;
}

interface SharedLease extends Lease {
  readers: number;
  rounds: number;
}

function wasUsed({ isWarm, rounds }: SharedLease): boolean {
  return isWarm || rounds > 1;
}

interface Round extends FollowedMailbox {
  readonly lease: SharedLease;
}

/** A NOOP serves all waiting requests. Indexes outlive sessions. */
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
  #isForgotten = false;

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

  get octets(): number {
    return this.#known?.index.octets ?? 0;
  }

  /** Returns the state after this call; `order` sorts an unopened mailbox. Throws as pool and session. */
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

  /** After the last reader. */
  forget(): void {
    this.#isForgotten = true;
    if (this.#lease === undefined) this.#dropIndex();
  }

  #dropIndex(): void {
    if (this.#known) this.#session?.drop(this.#known.index);
    this.#known = undefined;
  }

  /** Until its requests have read; repeated while warm sessions are dead. */
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
    if (this.#isForgotten && this.#lease === undefined) this.#dropIndex();
    lease.release();
  }
}
