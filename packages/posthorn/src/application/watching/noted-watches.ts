import type { MailAccountId } from '../../domain/mail-account.ts';
import { attempt } from '../attempt.ts';
import type { Accounts, WatchChange } from '../ports/state/accounts.ts';
import type { NotedWatch } from './account-watcher.ts';

/** Joins the writes of accounts that begin together. */
const JOIN_MS = 200;

/** Dependencies of NotedWatches. */
export interface NotedWatchesDependencies {
  readonly accounts: Pick<Accounts, 'saveWatches'>;
  readonly onWritten: (id: MailAccountId) => void;
  /** Called for faults of this program. */
  readonly report: (error: unknown) => void;
}

/** Stores the watchers' states for accounts. */
export class NotedWatches {
  readonly #dependencies: NotedWatchesDependencies;
  #pending = new Map<MailAccountId, WatchChange>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(dependencies: NotedWatchesDependencies) {
    this.#dependencies = dependencies;
  }

  note(id: MailAccountId, { mode, provedAt }: NotedWatch): void {
    const lastProofAt = provedAt ?? this.#pending.get(id)?.lastProofAt;
    this.#pending.set(id, { id, mode, lastProofAt });
    this.#timer ??= setTimeout(() => void this.flush(), JOIN_MS).unref();
  }

  /** Settles when all is written, or has failed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = [...this.#pending.values()];
    this.#pending = new Map();
    if (changes.length === 0) return this.#writing;
    const { accounts, onWritten, report } = this.#dependencies;
    this.#writing = this.#writing.then(async () => {
      await attempt(() => accounts.saveWatches(changes)).catch(report);
      for (const { id } of changes) onWritten(id);
    });
    return this.#writing;
  }
}
