import type { MailEvent } from '../../domain/mail-event.ts';

/** An event to send. */
export interface EventToRender {
  readonly event: MailEvent;
  /** Of the included message; empty: none. */
  readonly fields: readonly string[];
}

/** Writes the body of a delivery. */
export interface EventRendering {
  /** JSON. Throws a MailError for a message that may be readable later, until the event is some minutes old. */
  render(event: EventToRender, signal: AbortSignal): Promise<string>;
}
