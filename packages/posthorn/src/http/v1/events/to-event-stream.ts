import { WakeUp } from '../../../application/following/wake-up.ts';
import { type EventStreamTiming, formatEvent, type ServerSentEvent } from '../../answer/server-sent-event.ts';

/**
 * Writes the retry time, events and heartbeats until the signal aborts. Reads the next event after the client
 * took the last: slow clients cost no memory.
 */
export async function* toEventStream(
  events: AsyncIterator<ServerSentEvent>,
  { heartbeatMs, retryMs }: EventStreamTiming,
  stopping: AbortSignal,
): AsyncGenerator<string> {
  const asking = new Asking(events);
  try {
    yield `retry: ${retryMs}\n\n`;
    asking.ask();
    for (;;) {
      const waited = await asking.wakeUp.wait(heartbeatMs, stopping);
      if (waited === 'aborted') break;
      const result = asking.take();
      if (result?.done) return;
      yield result ? formatEvent(result.value) : ': still here\n\n';
      if (result) asking.ask();
    }
    // Random, to spread reconnections.
    yield `retry: ${Math.round(retryMs * (0.5 + Math.random()))}\n: stopping, come back\n\n`;
  } finally {
    // Not awaited: a pending read ends by its own signal.
    void events.return?.();
  }
}

/** Promise.race would leak a reaction per heartbeat. */
class Asking {
  readonly wakeUp = new WakeUp();
  readonly #events: AsyncIterator<ServerSentEvent>;
  #result: IteratorResult<ServerSentEvent> | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(events: AsyncIterator<ServerSentEvent>) {
    this.#events = events;
  }

  ask(): void {
    this.#events.next().then(
      (result) => {
        this.#result = result;
        this.wakeUp.wake();
      },
      (error: unknown) => {
        this.#failure = { error };
        this.wakeUp.wake();
      },
    );
  }

  /** Null: no event yet. Throws read errors. */
  take(): IteratorResult<ServerSentEvent> | null {
    if (this.#failure) throw this.#failure.error;
    const result = this.#result;
    this.#result = null;
    return result;
  }
}
