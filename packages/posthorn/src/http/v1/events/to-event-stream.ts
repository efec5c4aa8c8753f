/** Writes events as they arrive, and heartbeats between them. */
import { WakeUp } from '../../../application/following/wake-up.ts';
import { type EventStreamTiming, formatEvent, type ServerSentEvent } from '../../answer/server-sent-event.ts';

/**
 * The text of a stream, frame by frame: first how long to wait before coming back, then the events, and a comment when nothing happens.
 * The next event is asked for when the frame before was taken, so a slow client costs no memory. When the signal aborts, it ends and
 * tells the client to reconnect.
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
    // Not all at the same moment.
    yield `retry: ${Math.round(retryMs * (0.5 + Math.random()))}\n: stopping, come back\n\n`;
  } finally {
    // Does not wait: it may be in the middle of reading, which its own signal ends.
    void events.return?.();
  }
}

/** Asks for one event at a time. A race of promises would grow with each heartbeat of a quiet stream. */
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

  /** The event that has arrived; null for none so far. Throws what reading it has thrown. */
  take(): IteratorResult<ServerSentEvent> | null {
    if (this.#failure) throw this.#failure.error;
    const result = this.#result;
    this.#result = null;
    return result;
  }
}
