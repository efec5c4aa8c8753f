/** Server-sent events (HTML Living Standard, section 9.2). */

export const EVENT_STREAM_TYPE = 'text/event-stream';

/** One event. Clients return the id as `Last-Event-ID`. */
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
  /** How long clients wait before they reconnect. */
  readonly retryMs: number;
}

export const EVENT_STREAM_TIMING: EventStreamTiming = { heartbeatMs: 15_000, retryMs: 3_000 };

/** The event as it is written. JSON has no line breaks. */
export function formatEvent({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
