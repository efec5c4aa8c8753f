import { setTimeout as wait } from 'node:timers/promises';
import type { ViewMinimum } from '../../../application/ports/mail/mail-changes.ts';
import type { Watch, WatchRequest } from '../../../application/ports/mail/mail-watcher.ts';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { toMailError } from '../session/imap-errors.ts';
import { countMailbox } from '../session/mailbox-counts.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { canPush, listenForNews, type ReadyPush } from './pushed-news.ts';
import type { WatchTiming } from './watch-timing.ts';

/** Account, pool and timing. */
export interface AccountWatchOptions {
  readonly pool: SessionPool;
  readonly account: MailAccount;
  readonly timing: WatchTiming;
  readonly telemetry: MailTelemetry;
  readonly onEmpty: () => void;
}

type Listener = Pick<WatchRequest, 'mailbox' | 'onNews' | 'onRefused'>;

const INBOX = 'INBOX' as MailboxName;

/** Watches one account on one connection, from first to last listener. */
export class AccountWatch {
  readonly #options: AccountWatchOptions;
  readonly #listeners = new Set<Listener>();
  readonly #end = new AbortController();
  #cycle = new AbortController();
  #covered: MailboxName | 'all' | null = null;
  /** Last counts of unreported mailboxes. */
  readonly #swept = new Map<MailboxName, string>();
  #running: Promise<unknown> | null = null;

  constructor(options: AccountWatchOptions) {
    this.#options = options;
  }

  add(listener: Listener): Watch {
    this.#listeners.add(listener);
    this.#running ??= Promise.all([this.#push(), this.#sweep()]).catch(() => undefined);
    return {
      distrust: () => this.#distrust(listener),
      close: () => this.#remove(listener),
    };
  }

  /** Resolves when its connection is closed. */
  async close(): Promise<void> {
    this.#listeners.clear();
    this.#end.abort();
    await this.#running;
  }

  #remove(listener: Listener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    this.#end.abort();
    this.#options.onEmpty();
  }

  #distrust({ mailbox }: Listener): void {
    if (this.#covered === null || (this.#covered !== 'all' && this.#covered !== mailbox)) return;
    this.#options.telemetry.addRestart('blind');
    this.#cycle.abort();
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  async #push(): Promise<void> {
    const { timing, telemetry } = this.#options;
    for (let failures = 0; !this.#isOver; ) {
      try {
        await this.#listenOnce();
        failures = 0;
      } catch (error) {
        if (this.#isOver) return;
        if (isRefusal(error)) return this.#refuse(error);
        telemetry.addRestart('failure');
        // Until the next connection, listeners ask themselves.
        this.#tell(null);
        const pause = Math.min(timing.maxRetryMs, timing.retryMs * 2 ** failures);
        failures += 1;
        await this.#pause(pause * (0.75 + Math.random() / 2));
      } finally {
        this.#covered = null;
      }
    }
  }

  async #listenOnce(): Promise<void> {
    const { pool, account, timing, telemetry } = this.#options;
    if (!pool.canDedicate(account)) return this.#onlySweep();
    this.#cycle = new AbortController();
    const { signal: ended } = this.#end;
    const lease = await pool.borrowNew(account, AbortSignal.any([ended, AbortSignal.timeout(timing.stepMs)]));
    const { session } = lease;
    if (!canPush(session)) {
      lease.release();
      return this.#onlySweep();
    }
    session.isReadOnly = true;
    let endMeasuring = (): void => undefined;
    try {
      const mailbox = this.#chosen();
      await listenForNews(
        session,
        {
          mailbox,
          maxMs: timing.cycleMs,
          stepMs: timing.stepMs,
          until: this.#cycle.signal,
          onReady: (ready) => {
            endMeasuring = telemetry.beginWatch(ready.mode);
            this.#ready(mailbox, ready);
          },
          onNews: (concerned) => this.#tell(concerned),
        },
        ended,
      );
      if (!this.#cycle.signal.aborted) telemetry.addRestart('cycle');
      await session.logout();
    } finally {
      endMeasuring();
      session.destroy();
      lease.release();
    }
  }

  /** Only the sweep finds unreported changes. */
  async #onlySweep(): Promise<void> {
    const endMeasuring = this.#options.telemetry.beginWatch('sweep');
    await this.#pause(this.#options.timing.cycleMs);
    endMeasuring();
  }

  #ready(mailbox: MailboxName, { mode, atLeast }: ReadyPush): void {
    this.#covered = mode === 'notify' ? 'all' : mailbox;
    this.#tell(mailbox, atLeast);
    // Elsewhere, changes were unseen since the last connection.
    for (const listener of this.#listeners) if (listener.mailbox !== mailbox) listener.onNews();
  }

  /** The mailbox with the most listeners. */
  #chosen(): MailboxName {
    const counts = new Map<MailboxName, number>();
    for (const { mailbox } of this.#listeners) {
      if (mailbox !== null) counts.set(mailbox, (counts.get(mailbox) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    return most?.[0] ?? INBOX;
  }

  #tell(concerned: MailboxName | null, atLeast?: ViewMinimum): void {
    for (const { mailbox, onNews } of [...this.#listeners]) {
      if (mailbox === null || concerned === null) onNews();
      else if (mailbox === concerned) onNews(atLeast);
    }
  }

  #refuse(error: unknown): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    this.#end.abort();
    this.#options.onEmpty();
    for (const { onRefused } of listeners) onRefused(error);
  }

  async #sweep(): Promise<void> {
    const { timing } = this.#options;
    while (!this.#isOver) {
      await this.#pause(timing.sweepMs);
      if (this.#isOver || this.#covered === 'all') continue;
      // Nothing else notices the login's end.
      await this.#sweepOnce().catch((error: unknown) => {
        if (isRefusal(error) && !this.#isOver) this.#refuse(error);
      });
    }
  }

  async #sweepOnce(): Promise<void> {
    const mailboxes = new Set<MailboxName>();
    for (const { mailbox, onNews } of [...this.#listeners]) {
      if (mailbox === null) onNews();
      else if (mailbox !== this.#covered) mailboxes.add(mailbox);
    }
    for (const mailbox of mailboxes) {
      const counts = JSON.stringify(await this.#count(mailbox));
      const isNew = this.#swept.get(mailbox) !== counts;
      this.#swept.set(mailbox, counts);
      if (isNew) this.#tell(mailbox);
    }
  }

  #count(mailbox: MailboxName): Promise<unknown> {
    const { pool, account, timing } = this.#options;
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(timing.stepMs)]);
    return pool.use(
      { account, mailbox: null },
      async ({ session }) => {
        await session.poll(signal);
        return countMailbox(session, mailbox, signal);
      },
      signal,
    );
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }
}

function isRefusal(error: unknown): boolean {
  const translated = toMailError(error);
  return translated instanceof MailError && translated.code === 'authentication-failed';
}
