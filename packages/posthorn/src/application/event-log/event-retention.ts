import { setTimeout as wait } from 'node:timers/promises';
import { createInterval } from '../../domain/interval.ts';
import { attempt } from '../attempt.ts';
import type { EventLog } from '../ports/state/event-log.ts';

/** Removes events that are too old. */
export interface EventRetention {
  /** Settles when the last removal has ended. */
  close(): Promise<void>;
}

/** Dependencies of `createEventRetention`. */
export interface EventRetentionDependencies {
  readonly log: Pick<EventLog, 'removeOld' | 'onAppend'>;
  readonly keptMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called for faults of this program. */
  readonly report: (error: unknown) => void;
}

const INTERVAL_MS = 60_000;
/** More would hold up a writer of the same file. */
const BATCH_EVENTS = 500;
const PAUSE_MS = 20;

/** Removes them once a minute while events are written, in small batches, so that the log has an end. */
export function createEventRetention(dependencies: EventRetentionDependencies): EventRetention {
  const { log, keptMs, now, report } = dependencies;
  const end = new AbortController();
  const interval = createInterval(INTERVAL_MS, now);
  let running: Promise<void> | null = null;

  const clean = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const removed = await log.removeOld({ before: now() - keptMs, limit: BATCH_EVENTS });
      if (removed < BATCH_EVENTS) return;
      await wait(PAUSE_MS);
    }
  };
  const stopListening = log.onAppend(() => {
    if (running !== null || !interval.take()) return;
    running = attempt(clean)
      .catch(report)
      .then(() => {
        running = null;
      });
  });
  return {
    async close() {
      stopListening();
      end.abort();
      await running;
    },
  };
}
