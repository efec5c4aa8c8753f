import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { attempt } from '../attempt.ts';
import type { AccountOwnership } from '../ports/account-ownership.ts';
import type { Accounts, WatchChange } from '../ports/state/accounts.ts';
import type { NotedWatch } from './account-watcher.ts';

/** Joins the writes of accounts that begin together. */
const JOIN_MS = 200;
/** While the store is away. */
const RETRY_MS = 5_000;

/** Dependencies of NotedWatches. */
export interface NotedWatchesDependencies {
  readonly accounts: Pick<Accounts, 'saveWatches'>;
  readonly ownership: Pick<AccountOwnership, 'fenceOf'>;
  readonly onWritten: (id: MailAccountId) => void;
  /** Called for faults of this program. */
  readonly report: (error: unknown) => void;
  readonly retryMs?: number;
}

/** Stores the watchers' states for owned accounts; another process writes those of others. */
export class NotedWatches {
  readonly #dependencies: NotedWatchesDependencies;
  #pending = new Map<MailAccountId, NotedWatch>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(dependencies: NotedWatchesDependencies) {
    this.#dependencies = dependencies;
  }

  note(id: MailAccountId, watch: NotedWatch): void {
    this.#pending.set(id, { ...this.#pending.get(id), ...watch });
    this.#flushIn(JOIN_MS);
  }

  /** Settles when all is written, or has failed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Flushes, and tries nothing again. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }

  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref();
  }

  async #write(): Promise<void> {
    const { accounts, ownership, onWritten, report, retryMs = RETRY_MS } = this.#dependencies;
    const noted = this.#pending;
    this.#pending = new Map();
    const changes: WatchChange[] = [];
    for (const [id, { mode, provedAt: lastProofAt }] of noted) {
      const fence = ownership.fenceOf(id);
      if (fence !== null) changes.push({ id, mode, lastProofAt, fence });
    }
    if (changes.length === 0) return;
    const isDone = await attempt(() => accounts.saveWatches(changes)).catch((error) => {
      report(error);
      return true;
    });
    for (const { id } of changes) onWritten(id);
    if (isDone || this.#isClosed) return;
    for (const [id, watch] of noted) this.#pending.set(id, { ...watch, ...this.#pending.get(id) });
    this.#flushIn(retryMs);
  }
}
