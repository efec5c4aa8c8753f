import { setTimeout as wait } from 'node:timers/promises';
import { createInterval } from '../../domain/values/interval.ts';
import { attempt } from '../attempt.ts';
import type { EventLog } from '../ports/state/event-log.ts';

/** Removes old events. */
export interface EventRetention {
  /** Awaits the last removal. */
  close(): Promise<void>;
}

/** Dependencies. */
export interface EventRetentionDependencies {
  readonly log: Pick<EventLog, 'removeOld' | 'onAppend'>;
  readonly keptMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called for program faults. */
  readonly report: (error: unknown) => void;
}

const INTERVAL_MS = 60_000;
/** Larger ones would block other writers. */
const BATCH_EVENTS = 500;
const PAUSE_MS = 20;

/** Removes events in small batches, once a minute while events are written. */
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
