/** Server-sent events (HTML Living Standard, section 9.2). */

export const EVENT_STREAM_TYPE = 'text/event-stream';

/** One event. The id comes back as `Last-Event-ID`. */
export interface ServerSentEvent {
  readonly event: string;
  /** Without line breaks. */
  readonly id: string;
  readonly data: object;
}

/** How a stream is written, in milliseconds. */
export interface EventStreamTiming {
  /** How often something is written when nothing happens. Proxies end connections that are silent for a minute. */
  readonly heartbeatMs: number;
  /** How long clients wait before they come back. */
  readonly retryMs: number;
}

export const EVENT_STREAM_TIMING: EventStreamTiming = { heartbeatMs: 15_000, retryMs: 3_000 };

/**
 * The text of a stream, frame by frame: first how long to wait before coming back, then the events, and a comment when nothing happens.
 * The next event is asked for when the frame before was taken, so a slow client costs no memory. When the signal aborts, it ends and
 * tells the client to come back.
 */
export async function* toEventStream(
  events: AsyncIterator<ServerSentEvent>,
  { heartbeatMs, retryMs }: EventStreamTiming,
  stopping: AbortSignal,
): AsyncGenerator<string> {
  const stopped = untilAborted(stopping);
  try {
    yield `retry: ${retryMs}\n\n`;
    for (let next = events.next(); !stopping.aborted; ) {
      const heartbeat = waitFor(heartbeatMs);
      const winner = await Promise.race([next, heartbeat.over, stopped.promise]);
      heartbeat.cancel();
      if (winner === 'time') yield ': still here\n\n';
      else if (winner === 'aborted') break;
      else if (winner.done) return;
      else {
        yield frameOf(winner.value);
        next = events.next();
      }
    }
    // Not all at the same moment.
    yield `retry: ${Math.round(retryMs * (0.5 + Math.random()))}\n: stopping, come back\n\n`;
  } finally {
    stopped.forget();
    // Does not wait: it may be in the middle of reading, which its own signal ends.
    void events.return?.();
  }
}

function frameOf({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

function waitFor(ms: number): { readonly over: Promise<'time'>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<'time'>((resolve) => {
    timer = setTimeout(resolve, ms, 'time');
  });
  return { over, cancel: () => clearTimeout(timer) };
}

function untilAborted(signal: AbortSignal): { readonly promise: Promise<'aborted'>; forget(): void } {
  let onAbort = (): void => undefined;
  const promise = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
