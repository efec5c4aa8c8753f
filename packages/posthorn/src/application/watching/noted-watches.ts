import type { MailAccountId } from '../../domain/mail-account.ts';
import { attempt } from '../attempt.ts';
import type { Accounts, WatchChange } from '../ports/state/accounts.ts';
import type { NotedWatch } from './account-watcher.ts';

/** Those of many accounts that begin together are written together. */
const JOIN_MS = 200;

/** Writes what accounts show of their watchers. */
export class NotedWatches {
  readonly #accounts: Pick<Accounts, 'saveWatches'>;
  readonly #onWritten: (id: MailAccountId) => void;
  #pending = new Map<MailAccountId, WatchChange>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(accounts: Pick<Accounts, 'saveWatches'>, onWritten: (id: MailAccountId) => void) {
    this.#accounts = accounts;
    this.#onWritten = onWritten;
  }

  note(id: MailAccountId, { mode, provedAt }: NotedWatch): void {
    const lastProofAt = provedAt ?? this.#pending.get(id)?.lastProofAt;
    this.#pending.set(id, { id, mode, lastProofAt });
    this.#timer ??= setTimeout(() => void this.flush(), JOIN_MS).unref();
  }

  /** Settles when all is written, or cannot be. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = [...this.#pending.values()];
    this.#pending = new Map();
    if (changes.length === 0) return this.#writing;
    this.#writing = this.#writing.then(async () => {
      await attempt(() => this.#accounts.saveWatches(changes));
      for (const { id } of changes) this.#onWritten(id);
    });
    return this.#writing;
  }
}
