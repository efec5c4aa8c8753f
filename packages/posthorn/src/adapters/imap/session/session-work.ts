import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isConnectionLost, isServerFailure, isWithoutMailbox } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import type { GroupLease } from './session-group.ts';

/** A borrowed session. Call `release` once. */
export interface Lease extends GroupLease {
  /** Prefixes cache keys. */
  readonly accountKey: string;
}

/** Account and preferences. */
export interface SessionRequest {
  readonly account: MailAccount;
  readonly mailbox: MailboxName | null;
  readonly preferred?: ImapSession | undefined;
}

/** Work that must not be done twice. */
export interface OnceTask<Prepared, Result> {
  /** Changes nothing; repeated if a warm session is dead. */
  prepare(session: ImapSession): Promise<Prepared>;
  work(session: ImapSession, prepared: Prepared): Promise<Result>;
  /** The result after a lost connection; null if not done. `now`: `prepare`'s new result. */
  recover?(
    session: ImapSession,
    states: { readonly before: Prepared; readonly now: Prepared },
  ): Promise<Result | null>;
}

/** Works on borrowed sessions. Throws the work's error. */
export class SessionWork {
  readonly #borrow: (request: SessionRequest, signal: AbortSignal) => Promise<Lease>;
  readonly #maxRepeats: number;

  /** `maxRepeats`: further sessions. */
  constructor(borrow: (request: SessionRequest, signal: AbortSignal) => Promise<Lease>, maxRepeats: number) {
    this.#borrow = borrow;
    this.#maxRepeats = maxRepeats;
  }

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

  /** Null: the first failure is thrown. */
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
