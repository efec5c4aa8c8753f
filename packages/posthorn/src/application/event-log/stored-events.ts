import { MailError } from '../../domain/errors/mail-error.ts';
import type { EventId, MailEvent } from '../../domain/events/mail-event.ts';
import type { EventFilter, EventLog } from '../ports/state/event-log.ts';

/** A page request, oldest first. */
export interface StoredEventsRequest {
  readonly filter: EventFilter;
  /** Null: from the first kept one. */
  readonly after: EventId | null;
  /** 1 to 999. */
  readonly limit: number;
}

/** A page of events. */
export interface StoredEventsPage {
  readonly events: readonly MailEvent[];
  readonly hasMore: boolean;
}

/** Events of connected accounts. Throws `events-gone` for unknown and too old ids, `store-unavailable`. */
export interface StoredEvents {
  list(request: StoredEventsRequest): Promise<StoredEventsPage>;

  get(id: EventId): Promise<MailEvent>;

  positionAfter(id: EventId): Promise<number>;
}

/** Dependencies. */
export interface StoredEventsDependencies {
  readonly log: Pick<EventLog, 'list' | 'find' | 'placeOf'>;
  readonly keptMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Time to request the page after the oldest event. */
const BEGINNING_MS = 10 * 60_000;

/** The service. */
export function createStoredEvents({ log, keptMs, now }: StoredEventsDependencies): StoredEvents {
  const positionAfter = async (id: EventId): Promise<number> => {
    const place = await log.placeOf(id);
    if (place === null || place.at < now() - keptMs) throw eventsGone();
    return place.position;
  };
  return {
    positionAfter,

    async list({ filter, after, limit }) {
      const beginning = after === null ? { notBefore: now() - keptMs + BEGINNING_MS } : {};
      const position = after === null ? 0 : await positionAfter(after);
      const found = await log.list({ filter, after: position, limit: limit + 1, ...beginning });
      return {
        events: found.slice(0, limit).map(({ event }) => event),
        hasMore: found.length > limit,
      };
    },

    async get(id) {
      const found = await log.find(id);
      if (found === null || found.event.at < now() - keptMs) throw eventsGone();
      return found.event;
    },
  };
}

/** The error of an id after which events may be gone. */
export function eventsGone(): MailError {
  return new MailError('events-gone', { detail: 'There is no such event, or events after it may be gone.' });
}
