import type { EventLog } from '../../../application/ports/state/event-log.ts';
import type { MailEvent } from '../../../domain/events/mail-event.ts';

type AppendListener = Parameters<EventLog['onAppend']>[0];

/** An event log's listeners, shared by the appending tables. */
export class AppendListeners {
  readonly #listeners = new Set<AppendListener>();

  /** Returns its removal function. */
  add(listener: AppendListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call after the commit. */
  announce(events: readonly MailEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }

  /** Others may have appended. */
  wake(): void {
    this.announce([]);
  }
}
