/** Work on borrowed sessions: what is repeated when a connection is lost, and what is not. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { isConnectionLost, isServerFailure, isWithoutMailbox } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import type { GroupLease } from './session-group.ts';

/** A borrowed session. The borrower calls `release` once. */
export interface Lease extends GroupLease {
  /** Opaque name of the credentials, the same for the same login; a prefix for cache keys. */
  readonly accountKey: string;
}

/** What a piece of work needs a session for. */
export interface SessionRequest {
  readonly account: MailAccount;
  /** The mailbox that the work will open, null when it needs none. */
  readonly mailbox: MailboxName | null;
  /** The session that is best for it. */
  readonly preferred?: ImapSession | undefined;
}

/** Work that must not be done twice. */
export interface OnceTask<Prepared, Result> {
  /** Changes nothing; it is repeated on another session when a warm one turns out to be dead. */
  prepare(session: ImapSession): Promise<Prepared>;
  work(session: ImapSession, prepared: Prepared): Promise<Result>;
  /**
   * Finds out, on another session, how work ended that lost its connection: its result, or null when it was not done. `now`
   * is what `prepare` gives then.
   */
  recover?(
    session: ImapSession,
    states: { readonly before: Prepared; readonly now: Prepared },
  ): Promise<Result | null>;
}

/** Does pieces of work on sessions that it borrows. Throws what the work throws. */
export class SessionWork {
  readonly #borrow: (request: SessionRequest, signal: AbortSignal) => Promise<Lease>;
  readonly #maxRepeats: number;

  /** `maxRepeats`: on so many further sessions work is repeated whose warm session turned out to be dead. */
  constructor(borrow: (request: SessionRequest, signal: AbortSignal) => Promise<Lease>, maxRepeats: number) {
    this.#borrow = borrow;
    this.#maxRepeats = maxRepeats;
  }

  /** A session on which `prepare` has succeeded, and its result. */
  async prepare<Prepared>(
    request: SessionRequest,
    prepare: (lease: Lease) => Promise<Prepared>,
    signal: AbortSignal,
  ): Promise<{ readonly lease: Lease; readonly prepared: Prepared }> {
    for (let attempt = 1; ; attempt += 1) {
      const lease = await this.#borrow(request, signal);
      try {
        return { lease, prepared: await prepare(lease) };
      } catch (error) {
        const isLost = isConnectionLost(error);
        if (isLost || isWithoutMailbox(error)) lease.session.destroy();
        lease.release();
        if (!isLost || !lease.isWarm || attempt > this.#maxRepeats) throw error;
      }
    }
  }

  /** Does the work once; when its connection is lost, a task that can recover finds out whether it was done. */
  async doOnce<Prepared, Result>(
    request: SessionRequest,
    task: OnceTask<Prepared, Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const prepare = ({ session }: Lease) => task.prepare(session);
    const { lease, prepared: before } = await this.prepare(request, prepare, signal);
    try {
      return await this.#attempt(lease, (session) => task.work(session, before));
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      const recovered = await this.#recover(request, { task, before }, signal);
      if (recovered === null) throw error;
      return recovered;
    }
  }

  /** Does the work and returns the session. */
  async #attempt<Result>(lease: Lease, work: (session: ImapSession) => Promise<Result>): Promise<Result> {
    try {
      return await work(lease.session);
    } catch (error) {
      if (isConnectionLost(error)) lease.session.destroy();
      throw error;
    } finally {
      lease.release();
    }
  }

  /** The result of a task, null where it cannot be determined. The first failure counts, and not one to reconnect. */
  async #recover<Prepared, Result>(
    request: SessionRequest,
    { task, before }: { readonly task: OnceTask<Prepared, Result>; readonly before: Prepared },
    signal: AbortSignal,
  ): Promise<Result | null> {
    if (!task.recover) return null;
    const prepare = ({ session }: Lease) => task.prepare(session);
    const borrowed = await this.prepare(request, prepare, signal).catch(nullIfServerFailed);
    if (!borrowed) return null;
    const { lease, prepared: now } = borrowed;
    return this.#attempt(lease, async (session) => task.recover?.(session, { before, now }) ?? null).catch(
      (error: unknown) => {
        if (isConnectionLost(error)) return null;
        throw error;
      },
    );
  }
}

function nullIfServerFailed(error: unknown): null {
  if (isServerFailure(error)) return null;
  throw error;
}
