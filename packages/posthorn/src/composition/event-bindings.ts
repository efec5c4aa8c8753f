import { createEventRetention } from '../application/event-log/event-retention.ts';
import { createEventStreams } from '../application/event-log/event-streams.ts';
import { createStoredEvents } from '../application/event-log/stored-events.ts';
import type { Bindings, Configuration } from './services.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Event log services; null without a store. */
export function eventBindings({ settings }: Configuration): Pick<Bindings, 'storedEvents' | 'eventStreams'> {
  return {
    storedEvents: ({ store, clock: now, telemetry, logger }) => {
      if (store === null) return null;
      store.events.onAppend((events) => {
        for (const event of events) telemetry.addWrittenEvent(event);
      });
      const kept = { log: store.events, keptMs: settings.eventsDays * DAY_MS, now };
      const report = (err: unknown): void => logger.error({ err }, 'old events are removed later');
      return { ...createStoredEvents(kept), ...createEventRetention({ ...kept, report }) };
    },
    eventStreams: ({ store, storedEvents, telemetry, slots, stateOwner }) =>
      store &&
      storedEvents &&
      createEventStreams({
        ...{ log: store.events, storedEvents, telemetry, slots, stateOwner },
        total: settings.eventStreams,
      }),
  };
}
