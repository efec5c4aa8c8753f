import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { hostKey } from '../../domain/limits/limit-keys.ts';
import { attempt } from '../attempt.ts';
import { WakeUp } from '../following/wake-up.ts';
import type { AccountOwnership } from '../ports/account-ownership.ts';
import type { Accounts, ReadableAccount } from '../ports/state/accounts.ts';
import { AccountWatcher, type WatcherParts } from './account-watcher.ts';
import { NotedWatches } from './noted-watches.ts';
import { ReadingSlots } from './reading-slots.ts';
import { StartGate, type StartLimits } from './start-gate.ts';
import { WATCHER_TIMING, type WatcherTiming } from './watcher-timing.ts';

/** The watchers of all accounts owned by this process. */
export interface AccountWatchers {
  /** Includes accounts connected later. */
  start(): void;
  /** Looks for changed accounts now. */
  lookAgain(): void;
  /** Running watchers. */
  readonly count: number;
  /** Settles when all have ended. */
  close(): Promise<void>;
}

/** Dependencies of `createAccountWatchers`. */
export interface AccountWatchersDependencies
  extends Pick<WatcherParts, 'log' | 'now' | 'opening' | 'connections' | 'telemetry' | 'report'> {
  readonly accounts: Pick<Accounts, 'listReadable' | 'saveWatches'>;
  readonly ownership: AccountOwnership;
  /** Called after a change that versions do not show. */
  readonly forget: (id: MailAccountId) => void;
  readonly timing?: Partial<WatcherTiming>;
  readonly limits?: StartLimits;
  /** Between looks at the accounts, which other processes change. */
  readonly lookMs?: number;
}

const LOOK_MS = 5_000;
/** Fewer sign-ins per host than requests of people may need. */
const LIMITS: StartLimits = { total: 40, perHost: 8 };

/** Begun or stopped before others get the event loop: each takes a millisecond. */
const WATCHERS_PER_TURN = 5;

/** Creates the service. */
export function createAccountWatchers(dependencies: AccountWatchersDependencies): AccountWatchers {
  return new Watchers(dependencies);
}

interface Running {
  readonly account: ReadableAccount;
  readonly end: AbortController;
  readonly ended: Promise<void>;
  /** True: only a change of the account restarts it. */
  isOver: boolean;
}

class Watchers implements AccountWatchers {
  readonly #dependencies: AccountWatchersDependencies;
  readonly #running = new Map<MailAccountId, Running>();
  readonly #end = new AbortController();
  readonly #wakeUp = new WakeUp();
  readonly #noted: NotedWatches;
  readonly #parts: WatcherParts;
  #looking: Promise<void> | null = null;

  constructor(dependencies: AccountWatchersDependencies) {
    this.#dependencies = dependencies;
    const { log, now, opening, connections, telemetry, report } = dependencies;
    const { timing, limits = LIMITS, accounts, ownership, forget } = dependencies;
    this.#noted = new NotedWatches({ accounts, ownership, onWritten: forget, report });
    this.#parts = {
      ...{ log, now, opening, connections, telemetry, report },
      timing: { ...WATCHER_TIMING, ...timing },
      gate: new StartGate(limits),
      slots: new ReadingSlots(),
      note: (id, watch) => this.#noted.note(id, watch),
    };
  }

  get count(): number {
    return [...this.#running.values()].filter(({ isOver }) => !isOver).length;
  }

  start(): void {
    this.#looking ??= this.#lookOn();
  }

  lookAgain(): void {
    this.#wakeUp.wake();
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#looking;
    await this.#stopAll([...this.#running.keys()]);
    await this.#noted.close();
  }

  async #lookOn(): Promise<void> {
    const { lookMs = LOOK_MS, ownership, report } = this.#dependencies;
    const stopListening = ownership.onChange(() => this.lookAgain());
    while (!this.#end.signal.aborted) {
      // While the store is away, accounts stay watched. The next look follows after any error.
      await attempt(() => this.#look()).catch(report);
      await this.#wakeUp.wait(lookMs, this.#end.signal);
    }
    stopListening();
  }

  async #look(): Promise<void> {
    const { accounts, ownership } = this.#dependencies;
    const readable = await accounts.listReadable(ownership.listShards());
    const owned = new Map(readable.filter(({ id }) => ownership.owns(id)).map((each) => [each.id, each]));
    const leaving = [...this.#running].filter(([id, running]) => !isCurrent(running, owned.get(id)));
    await this.#stopAll(leaving.map(([id]) => id));
    const entering = [...owned.values()].filter(({ id }) => !this.#running.has(id));
    for (const [index, account] of entering.entries()) {
      if (index % WATCHERS_PER_TURN === 0) await nextTurn();
      if (this.#end.signal.aborted) return;
      this.#begin(account);
    }
  }

  #begin(account: ReadableAccount): void {
    const { id, createdAt, host } = account;
    const end = new AbortController();
    const watcher = new AccountWatcher(this.#parts, { id, createdAt, host: hostKey(host) });
    const running: Running = {
      ...{ account, end, isOver: false },
      ended: watcher.run(end.signal).finally(() => {
        running.isOver = true;
      }),
    };
    this.#running.set(id, running);
  }

  async #stopAll(ids: readonly MailAccountId[]): Promise<void> {
    const stopped: Promise<void>[] = [];
    for (const id of ids) {
      if (stopped.push(this.#stop(id)) % WATCHERS_PER_TURN === 0) await nextTurn();
    }
    await Promise.all(stopped);
  }

  async #stop(id: MailAccountId): Promise<void> {
    const running = this.#running.get(id);
    running?.end.abort();
    await running?.ended;
    this.#running.delete(id);
  }
}

/** False for a watcher of another login, and for an ended one of an account that has changed since. */
function isCurrent({ account, isOver }: Running, now: ReadableAccount | undefined): boolean {
  if (now === undefined || now.access !== account.access || now.createdAt !== account.createdAt) return false;
  return !isOver || now.epoch === account.epoch;
}
