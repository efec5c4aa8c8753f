import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import type { AppendListeners } from './tables/append-listeners.ts';

/** The database, and PostgreSQL's address past a pooler. */
export interface AppendNoticesOptions {
  readonly database: Database;
  readonly listeners: AppendListeners;
  readonly url: string;
  readonly readPassword: (() => Promise<string>) | null;
}

const CHANNEL = 'posthorn_events';
/** NOTIFY locks the whole server at commit: appends share one. */
const BETWEEN_MS = 20;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const CONNECT_MS = 5_000;
const ID_OCTETS = 8;

/**
 * Wakes event-log readers when others append (LISTEN, NOTIFY). A lost notice only delays: readers poll too.
 * Returns its stop function.
 */
export function startAppendNotices(options: AppendNoticesOptions): () => Promise<void> {
  const own = randomBytes(ID_OCTETS).toString('hex');
  const stop = new AbortController();
  const stopSending = sendNotices(options, own);
  const listening = listen(options, { own, signal: stop.signal });
  return async () => {
    stopSending();
    stop.abort();
    await listening;
  };
}

function sendNotices({ database, listeners }: AppendNoticesOptions, own: string): () => void {
  let isSending = false;
  let isMore = false;
  const send = async (): Promise<void> => {
    isSending = true;
    do {
      isMore = false;
      await database
        .run((kysely) => sql`select pg_notify(${CHANNEL}, ${own})`.execute(kysely))
        .catch(() => undefined);
      await wait(BETWEEN_MS, undefined, { ref: false });
    } while (isMore);
    isSending = false;
  };
  return listeners.add((events) => {
    if (events.length === 0) return;
    if (isSending) isMore = true;
    else void send();
  });
}

async function listen(
  options: AppendNoticesOptions,
  { own, signal }: { readonly own: string; readonly signal: AbortSignal },
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const isHeard = await listenOnce(options, { own, signal });
    if (isHeard) pauseMs = FIRST_PAUSE_MS;
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Settles when the connection ends; true if it listened. */
async function listenOnce(
  { url, readPassword, listeners }: AppendNoticesOptions,
  { own, signal }: { readonly own: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    ...(readPassword && { password: readPassword }),
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS, keepAlive: true },
    application_name: 'posthorn',
  });
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over.signal });
  });
  client.on('notification', ({ payload }) => {
    if (payload !== own) listeners.wake();
  });
  try {
    // No hanging server may delay the stop.
    await Promise.race([client.connect(), ended]);
    signal.throwIfAborted();
    await Promise.race([client.query(`listen ${CHANNEL}`), ended]);
    // Earlier appends were unannounced here.
    listeners.wake();
    await ended;
    return true;
  } catch {
    return false;
  } finally {
    over.abort();
    // Would wait for a hanging server.
    void client.end().catch(() => undefined);
  }
}
