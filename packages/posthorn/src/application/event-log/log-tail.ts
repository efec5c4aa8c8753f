import { setTimeout as wait } from 'node:timers/promises';
import { MailError } from '../../domain/errors/mail-error.ts';
import { WakeUp } from '../following/wake-up.ts';
import type { EventLog, LoggedEvent } from '../ports/state/event-log.ts';

/** Consecutive events; the log is known up to `end`. */
export interface TailPart {
  readonly events: readonly LoggedEvent[];
  readonly end: number;
}

/** Dependencies. */
export interface LogTailDependencies {
  readonly log: Pick<EventLog, 'list' | 'last' | 'onAppend'>;
  /** Bounds the delay of others' events. */
  readonly pollMs?: number;
  /** In memory. */
  readonly maxEvents?: number;
}

const POLL_MS = 1_000;
const MAX_EVENTS = 2_000;
const READ_AT_ONCE = 500;
const PART = 100;
const NONE: TailPart = { events: [], end: 0 };

/** The log's end in memory: one reader for all listeners, while any exist. */
export class LogTail {
  readonly #log: LogTailDependencies['log'];
  readonly #pollMs: number;
  readonly #maxEvents: number;
  readonly #listeners = new Set<() => void>();
  readonly #wakeUp = new WakeUp();
  #stop: AbortController | null = null;
  #events: LoggedEvent[] = [];
  /** Exclusive; null before the first reading. */
  #begin: number | null = null;
  #end = 0;

  constructor({ log, pollMs = POLL_MS, maxEvents = MAX_EVENTS }: LogTailDependencies) {
    this.#log = log;
    this.#pollMs = pollMs;
    this.#maxEvents = maxEvents;
  }

  /** Calls `onNews` after each reading with events. Returns the unsubscriber. */
  join(onNews: () => void): () => void {
    // A function may join twice.
    const listener = (): void => onNews();
    this.#listeners.add(listener);
    if (this.#stop === null) {
      const stop = new AbortController();
      this.#stop = stop;
      void this.#run(stop.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = null;
    };
  }

  /** The log is known up to here. */
  get end(): number {
    return this.#end;
  }

  /** The next events; null if memory begins later. */
  after(position: number): TailPart | null {
    if (this.#begin === null || position < this.#begin) return null;
    if (position >= this.#end) return NONE;
    const start = firstAfter(this.#events, position);
    const events = this.#events.slice(start, start + PART);
    const isLast = start + PART >= this.#events.length;
    return { events, end: isLast ? this.#end : (events.at(-1)?.position ?? this.#end) };
  }

  /** A run starts empty: it may have missed events. */
  async #run(signal: AbortSignal): Promise<void> {
    this.#events = [];
    this.#begin = null;
    const stopListening = this.#log.onAppend(() => this.#wakeUp.wake());
    try {
      while (!signal.aborted) {
        const isMore = await this.#read(signal);
        if (!isMore) await this.#wakeUp.wait(this.#pollMs, signal);
      }
    } finally {
      stopListening();
    }
  }

  /** False: nothing more now. */
  async #read(signal: AbortSignal): Promise<boolean> {
    try {
      if (this.#begin === null) {
        const last = await this.#log.last();
        if (signal.aborted) return false;
        this.#begin = last;
        this.#end = last;
        this.#announce();
        return true;
      }
      const events = await this.#log.list({ filter: {}, after: this.#end, limit: READ_AT_ONCE });
      if (signal.aborted || events.length === 0) return false;
      this.#add(events);
      this.#announce();
      return events.length === READ_AT_ONCE;
    } catch (error) {
      if (signal.aborted) return false;
      // While the store is away, listeners wait. They meet other failures on reading the log.
      if (!(error instanceof MailError)) {
        this.#begin = null;
        this.#announce();
      }
      await wait(this.#pollMs, undefined, { signal }).catch(() => undefined);
      return false;
    }
  }

  #add(events: readonly LoggedEvent[]): void {
    this.#events.push(...events);
    this.#end = events.at(-1)?.position ?? this.#end;
    for (const { position, event } of events) {
      // As in the log: slow listeners get no removed account's events.
      if (event.kind === 'account.removed') this.#erase(event.account, position);
    }
    const removed = this.#events.splice(0, Math.max(0, this.#events.length - this.#maxEvents));
    this.#begin = removed.at(-1)?.position ?? this.#begin;
  }

  #erase(account: LoggedEvent['event']['account'], before: number): void {
    this.#events = this.#events.filter(
      ({ position, event }) =>
        position >= before || event.account !== account || event.kind === 'account.removed',
    );
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

function firstAfter(events: readonly LoggedEvent[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.position ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
