import type { EventId, MailEvent } from '../../domain/events/mail-event.ts';
import { type StreamSlots, takeSlot } from '../following/stream-slots.ts';
import { WakeUp } from '../following/wake-up.ts';
import type { MailTelemetry } from '../ports/mail-telemetry.ts';
import type { EventFilter, EventLog, LoggedEvent } from '../ports/state/event-log.ts';
import { stateKey } from '../state-key.ts';
import { LogTail, type LogTailDependencies } from './log-tail.ts';
import type { StoredEvents } from './stored-events.ts';

/** A request for a key's stream. */
export interface EventStreamRequest {
  /** Each leaves half of the free streams to others. */
  readonly holders: readonly string[];
  readonly filter: EventFilter;
  /** Null: from now on. */
  readonly after: EventId | null;
  /** Called before each event is sent. */
  readonly isVisible: (event: MailEvent) => boolean;
}

/** An event, or the stream's state, from which a client without an event resumes. */
export type StreamedEvent =
  | { readonly kind: 'event'; readonly event: MailEvent }
  | { readonly kind: 'state'; readonly id: EventId | null };

/** The event log's streams. */
export interface EventStreams {
  /**
   * The state, then every event once and in order, until the signal aborts; iterate to the end. Rejects with
   * `events-gone`, `too-many-connections` and `store-unavailable`.
   */
  open(request: EventStreamRequest, signal: AbortSignal): Promise<AsyncIterable<StreamedEvent>>;
}

/** Dependencies. */
export interface EventStreamsDependencies extends Omit<StreamSlots, 'limits'> {
  readonly log: Pick<EventLog, 'list' | 'last' | 'newest' | 'onAppend'>;
  readonly storedEvents: Pick<StoredEvents, 'positionAfter'>;
  readonly telemetry: Pick<MailTelemetry, 'beginStream' | 'addEvent'>;
  /** Of all kinds. */
  readonly total: number;
  readonly tail?: Omit<LogTailDependencies, 'log'>;
  /** Silent streams repeat their state, before a client's position expires. */
  readonly stateMs?: number;
}

const STATE_MS = 60 * 60_000;
const READ_AT_ONCE = 100;

/** The service. */
export function createEventStreams(dependencies: EventStreamsDependencies): EventStreams {
  const { log, storedEvents, telemetry, total, stateMs = STATE_MS } = dependencies;
  const tail = new LogTail({ log, ...dependencies.tail });

  const begin = async (after: EventId | null): Promise<StreamPosition> => {
    if (after !== null) return { id: after, position: await storedEvents.positionAfter(after) };
    // In this order: an event in between is not skipped.
    const last = await log.last();
    const newest = await log.newest();
    return newest === null ? { id: null, position: last } : newest;
  };

  return {
    async open({ holders: named, after, ...rest }, signal) {
      const holders = named.map((name) => ({ key: stateKey('event log', name), max: null }));
      const leaveSlot = await takeSlot(dependencies, { total, holders });
      try {
        const stream = new EventStream({ log, tail, telemetry, stateMs, ...rest }, await begin(after));
        const endMeasuring = telemetry.beginStream();
        const leaveTail = tail.join(() => stream.wake());
        let hasEnded = false;
        const onEnd = (): void => {
          if (hasEnded) return;
          hasEnded = true;
          leaveTail();
          leaveSlot();
          endMeasuring();
        };
        // Ends unread streams too.
        signal.addEventListener('abort', onEnd, { once: true });
        // The client has left: the stream may stay unread.
        if (signal.aborted) onEnd();
        return stream.follow(signal, onEnd);
      } catch (error) {
        leaveSlot();
        throw error;
      }
    },
  };
}

interface StreamPosition {
  readonly id: EventId | null;
  readonly position: number;
}

interface StreamParts
  extends Pick<EventStreamsDependencies, 'log' | 'telemetry'>,
    Pick<EventStreamRequest, 'filter' | 'isVisible'> {
  readonly tail: LogTail;
  readonly stateMs: number;
}

class EventStream {
  readonly #parts: StreamParts;
  readonly #wakeUp = new WakeUp();
  #position: number;
  #id: EventId | null;

  constructor(parts: StreamParts, { id, position }: StreamPosition) {
    this.#parts = parts;
    this.#position = position;
    this.#id = id;
  }

  wake(): void {
    this.#wakeUp.wake();
  }

  async *follow(signal: AbortSignal, onEnd: () => void): AsyncGenerator<StreamedEvent> {
    try {
      yield { kind: 'state', id: this.#id };
      while (!signal.aborted) {
        const events = await this.#next();
        for (const { position, event } of events) {
          if (signal.aborted) return;
          this.#position = Math.max(this.#position, position);
          this.#id = event.id;
          if (!this.#isWanted(event)) continue;
          this.#parts.telemetry.addEvent();
          yield { kind: 'event', event };
        }
        if (events.length > 0) continue;
        const waited = await this.#wakeUp.wait(this.#parts.stateMs, signal);
        if (waited === 'time') yield { kind: 'state', id: this.#id };
      }
    } finally {
      onEnd();
    }
  }

  /** From memory, else from the log. Empty: none. */
  async #next(): Promise<readonly LoggedEvent[]> {
    const { tail, log, filter } = this.#parts;
    const part = tail.after(this.#position);
    if (part !== null) {
      if (part.events.length === 0) this.#position = Math.max(this.#position, part.end);
      return part.events;
    }
    const known = tail.end;
    const found = await log.list({ filter, after: this.#position, limit: READ_AT_ONCE });
    // The query saw all up to there.
    if (found.length < READ_AT_ONCE) this.#position = Math.max(this.#position, known);
    return found;
  }

  #isWanted(event: MailEvent): boolean {
    const { accounts, kinds } = this.#parts.filter;
    if (kinds !== undefined && !kinds.includes(event.kind)) return false;
    if (accounts !== undefined && (event.account === null || !accounts.includes(event.account))) return false;
    return this.#parts.isVisible(event);
  }
}
