import type { MailEvent } from '../../domain/events/mail-event.ts';

/** An event to send. */
export interface EventToRender {
  readonly event: MailEvent;
  /** Of the included message; empty: none. */
  readonly fields: readonly string[];
}

/** Writes delivery bodies. */
export interface EventRendering {
  /** JSON. Throws a MailError, until the event is some minutes old, for a message that may be readable later. */
  render(event: EventToRender, signal: AbortSignal): Promise<string>;
}
