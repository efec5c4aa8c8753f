/** Stops the server without cutting anybody off. */
import { once, setMaxListeners } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { addStopSignal } from '../request/lifetime/stop-signal.ts';

/** A client may be sending on a connection that idles; its request is still answered when it comes in this time. */
const IDLE_GRACE_MS = 1_000;
/** How often connections are looked for that have become idle since. */
const SWEEP_INTERVAL_MS = 50;

/** What comes during a longer turn would be lost. A busy server has no turns as short, so it gets more by the time. */
const SHORT_TURN_MS = 1;
const SHORT_TURN_SHARE = 0.01;
/** A server that is never quiet stops all the same. */
const MAX_QUEUE_WAIT_MS = 5_000;

/**
 * Makes the closing of the server graceful: no connection is taken any more, requests under way and those that still come on
 * open connections are answered and their clients told to connect again, and connections end as soon as they have nothing to
 * do. Connections are still taken for `delayMs`, so that a question whether the server is ready can be answered with no. Returns the
 * signal that the closing has begun; handlers of long answers see by `stopSignalOf` that no connection is taken any more.
 */
export function addGracefulStop(app: FastifyInstance, delayMs = 0): AbortSignal {
  const stopping = new AbortController();
  // Each stream of events listens.
  setMaxListeners(0, stopping.signal);
  const closed = new AbortController();
  addStopSignal(app, closed.signal);
  const unused = watchUnusedConnections(app.server);
  // Clients that are told too early to connect again would fill the queue that is being emptied. Fastify tells them at once.
  app.addHook('onRequest', async (_request, reply) => {
    if (app.server.listening && reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.signal.aborted && !app.server.listening) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    if (!app.server.listening) return closed.abort();
    await wait(delayMs);
    await drain(app.server, { unused, closed });
  });
  return stopping.signal;
}

interface Draining {
  readonly unused: ReadonlySet<Socket>;
  /** Aborted when listening has ended. */
  readonly closed: AbortController;
}

async function drain(server: HttpServer, { unused, closed }: Draining): Promise<void> {
  await untilQueueIsEmpty(server);
  const isDrained = once(server, 'close');
  // The method of HTTP servers would close idle connections at once.
  NetServer.prototype.close.call(server);
  closed.abort();
  await Promise.race([isDrained, wait(IDLE_GRACE_MS, undefined, { ref: false })]);
  closeIdle(server, unused);
  const sweep = setInterval(() => closeIdle(server, unused), SWEEP_INTERVAL_MS);
  await isDrained;
  clearInterval(sweep);
}

/**
 * Settles after a short turn of the event loop in which no connection came. Those that wait in the system's queue, of which each
 * turn takes one, are reset when listening ends.
 */
async function untilQueueIsEmpty(server: HttpServer): Promise<void> {
  const begin = performance.now();
  let isQuiet = false;
  const noteConnection = (): void => {
    isQuiet = false;
  };
  server.on('connection', noteConnection);
  // From here on each turn is a whole one, with a look at the queue in it.
  await nextTurn();
  for (let start = begin; !isQuiet && start < begin + MAX_QUEUE_WAIT_MS; ) {
    isQuiet = true;
    start = performance.now();
    await nextTurn();
    const longest = Math.max(SHORT_TURN_MS, (start - begin) * SHORT_TURN_SHARE);
    if (performance.now() - start > longest) isQuiet = false;
  }
  server.off('connection', noteConnection);
}

/** Connections without a request so far: Node counts them as busy with their first one. */
function watchUnusedConnections(server: HttpServer): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}

function closeIdle(server: HttpServer, unused: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
}
