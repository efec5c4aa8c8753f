/** EventSource cannot send a login: events use fetch (docs/changes.md). */
import { ApiError, type Client } from './client.ts';

/** A server-sent event. */
export interface ServerEvent {
  readonly type: string;
  readonly id: string;
  readonly data: unknown;
}

/** Receives events. */
export interface Listener {
  readonly onLive: (isLive: boolean) => void;
  readonly take: (event: ServerEvent) => Promise<void>;
}

type Frame = Readonly<Partial<Record<string, string>>>;

const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);
const FIRST_RETRY_MS = 3_000;

/** Follows events, resuming after the last one. Throws ApiError for a refused stream. */
export async function listen(
  client: Client,
  { path, state, listener }: { readonly path: string; readonly state: string; readonly listener: Listener },
  signal: AbortSignal,
): Promise<void> {
  let lastEventId = state;
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId };
      const response = await client.fetch(path, { headers, signal });
      listener.onLive(true);
      for await (const frame of framesOf(response)) {
        retryMs = Number(frame.retry ?? retryMs);
        await takeFrame(frame, listener);
        lastEventId = frame.id ?? lastEventId;
      }
    } catch (error) {
      if (isFinal(error) && !signal.aborted) throw error;
    }
    // The user looks at another list, or has left.
    if (signal.aborted) return;
    listener.onLive(false);
    await pause(retryMs, signal);
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL.has(error.status);
}

/** Frames without an event are comments or retry times. */
async function takeFrame({ event, id = '', data = '{}' }: Frame, { take }: Listener): Promise<void> {
  if (event !== undefined) await take({ type: event, id, data: JSON.parse(data) });
}

async function* framesOf({ body }: Response): AsyncGenerator<Frame> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const frames = (text + part.value).split('\n\n');
    text = frames.pop() ?? '';
    yield* frames.map(parseFrame);
  }
}

/** Fields by name; none for a comment. */
export function parseFrame(frame: string): Frame {
  const lines = frame.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    addEventListener('online', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
