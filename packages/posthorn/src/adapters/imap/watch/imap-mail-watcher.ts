import type { MailWatcher, Watch, WatchRequest } from '../../../application/ports/mail/mail-watcher.ts';
import { type MailTelemetry, UNMEASURED } from '../../../application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { AccountWatch } from './account-watch.ts';
import { WATCH_TIMING, type WatchTiming } from './watch-timing.ts';

/** Telemetry and timing. */
export interface ImapMailWatcherOptions {
  readonly telemetry?: MailTelemetry;
  readonly timing?: Partial<WatchTiming>;
}

/** One connection per login with listeners. */
export class ImapMailWatcher implements MailWatcher {
  readonly #pool: SessionPool;
  readonly #telemetry: MailTelemetry;
  readonly #timing: WatchTiming;
  readonly #watches = new Map<string, AccountWatch>();

  constructor(pool: SessionPool, { telemetry = UNMEASURED, timing = {} }: ImapMailWatcherOptions = {}) {
    this.#pool = pool;
    this.#telemetry = telemetry;
    this.#timing = { ...WATCH_TIMING, ...timing };
  }

  watch({ account, ...listener }: WatchRequest): Watch {
    const key = this.#pool.keyOf(account);
    const watch = this.#watches.get(key) ?? this.#begin(account, key);
    return watch.add(listener);
  }

  async close(): Promise<void> {
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    await Promise.all(watches.map((watch) => watch.close()));
  }

  #begin(account: MailAccount, key: string): AccountWatch {
    const watch: AccountWatch = new AccountWatch({
      pool: this.#pool,
      account,
      timing: this.#timing,
      telemetry: this.#telemetry,
      onEmpty: () => {
        if (this.#watches.get(key) === watch) this.#watches.delete(key);
      },
    });
    this.#watches.set(key, watch);
    return watch;
  }
}
