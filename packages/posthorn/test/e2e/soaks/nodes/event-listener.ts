import { setTimeout as wait } from 'node:timers/promises';
import { type EventReader, listen } from '../../../http/v1/events/event-reader.ts';

const REOPEN_MS = 500;
const PATIENCE_MS = 500;
const CREATED = '?filter%5Bkind%5D=message.created';

/** A program that listens to the events of new mail of all accounts, and opens its stream again by the last id. */
export class EventListener {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Of events, in the order in which they came. */
  readonly ids: string[] = [];
  reopened = 0;
  #reader: EventReader | null = null;
  #isClosed = false;
  /** Of the last event, or of the state of the stream. */
  #last = '';

  /** The stream, and the headers of its requests. */
  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = `${url}${CREATED}`;
    this.#headers = headers;
  }

  /** Settles when the first stream is open. */
  async start(): Promise<void> {
    await this.#open();
    void this.#follow();
  }

  close(): void {
    this.#isClosed = true;
    this.#reader?.close();
  }

  async #open(): Promise<void> {
    this.#reader = await listen(this.#url, {
      headers: this.#headers,
      ...(this.#last !== '' && { lastEventId: this.#last }),
    });
  }

  async #follow(): Promise<void> {
    for (;;) {
      if (this.#reader !== null) await this.#read(this.#reader);
      if (this.#isClosed) return;
      this.reopened += 1;
      await wait(REOPEN_MS);
      this.#reader = null;
      await this.#open().catch(() => undefined);
    }
  }

  /** Reads it to its end. */
  async #read(reader: EventReader): Promise<void> {
    let hasEnded = false;
    void reader.ended.then(() => {
      hasEnded = true;
    });
    for (;;) {
      const isLast = hasEnded;
      const event = await reader.next(isLast ? 0 : PATIENCE_MS).catch(() => null);
      if (event === null && isLast) return;
      if (event === null) continue;
      this.#last = event.id;
      if (event.event !== 'state') this.ids.push(event.id);
    }
  }
}
