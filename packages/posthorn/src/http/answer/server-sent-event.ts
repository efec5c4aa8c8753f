export const EVENT_STREAM_TYPE = 'text/event-stream';

/** HTML Living Standard §9.2. Clients return `id` as `Last-Event-ID`. */
export interface ServerSentEvent {
  readonly event: string;
  /** Without line breaks. */
  readonly id: string;
  readonly data: object;
}

/** In milliseconds. */
export interface EventStreamTiming {
  /** Proxies close connections after a silent minute. */
  readonly heartbeatMs: number;
  /** Delay before clients reconnect. */
  readonly retryMs: number;
}

export const EVENT_STREAM_TIMING: EventStreamTiming = { heartbeatMs: 15_000, retryMs: 3_000 };

/** JSON has no line breaks. */
export function formatEvent({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
