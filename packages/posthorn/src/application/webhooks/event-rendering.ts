import type { MailEvent } from '../../domain/events/mail-event.ts';

/** An event to send. */
export interface EventToRender {
  readonly event: MailEvent;
  /** Of the included message; empty: none. */
  readonly fields: readonly string[];
}

/** Writes the body of a delivery. */
export interface EventRendering {
  /** JSON. For some minutes, throws a MailError for a message that may be readable later. */
  render(event: EventToRender, signal: AbortSignal): Promise<string>;
}
