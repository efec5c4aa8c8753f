/** Reads a stream of server-sent events as a client does. */
import assert from 'node:assert/strict';
import { AUTHORIZATION } from '../v1-server.ts';

/** One event. */
export interface ReadEvent {
  readonly event: string;
  readonly id: string;
  readonly data: {
    readonly created?: readonly string[];
    readonly updated?: readonly string[];
    readonly removed?: readonly string[];
    readonly more?: boolean;
    readonly code?: string;
  };
}

/** An open stream. Close it. */
export interface EventReader {
  /** All that came so far. */
  readonly text: () => string;
  /** The next event; rejects when none comes in the time. */
  next(maxMs?: number): Promise<ReadEvent>;
  /** Settles when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens the stream at the address; `since` is the last event that the client has seen. */
export async function listen(
  url: string,
  { lastEventId, headers = {} }: { lastEventId?: string; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const answer = await fetch(url, {
    signal: leaving.signal,
    headers: {
      accept: 'text/event-stream',
      authorization: AUTHORIZATION,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...headers,
    },
  });
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.text());
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  const frames = new Frames();
  const ended = readAll(answer, frames).catch(() => undefined);
  return {
    text: () => frames.text,
    next: (maxMs = 10_000) => frames.next(maxMs),
    ended,
    close: () => leaving.abort(),
  };
}

async function readAll(answer: Response, frames: Frames): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) frames.add(decoder.decode(chunk, { stream: true }));
}

/** Cuts the text into events. */
class Frames {
  text = '';
  #read = 0;
  #wake: () => void = () => undefined;

  add(text: string): void {
    this.text += text;
    this.#wake();
  }

  async next(maxMs: number): Promise<ReadEvent> {
    const late = AbortSignal.timeout(maxMs);
    for (;;) {
      const event = this.#take();
      if (event) return event;
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        late.addEventListener('abort', () => reject(new Error(`No event in ${maxMs} ms.`)), { once: true });
        if (late.aborted) reject(new Error(`No event in ${maxMs} ms.`));
      });
    }
  }

  #take(): ReadEvent | undefined {
    for (;;) {
      const end = this.text.indexOf('\n\n', this.#read);
      if (end === -1) return undefined;
      const fields = this.text.slice(this.#read, end).split('\n');
      this.#read = end + 2;
      const fieldOf = (name: string): string | undefined =>
        fields.find((field) => field.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = fieldOf('event');
      if (event !== undefined) {
        return { event, id: fieldOf('id') ?? '', data: JSON.parse(fieldOf('data') ?? '{}') };
      }
    }
  }
}
