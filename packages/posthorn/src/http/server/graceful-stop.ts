import { once, setMaxListeners } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { addStopSignal } from '../request/lifetime/stop-signal.ts';

/** For requests already sent over idle connections. */
const IDLE_GRACE_MS = 1_000;
const SWEEP_INTERVAL_MS = 50;

/** Closing during longer turns loses connections. The bound grows with time for busy servers. */
const SHORT_TURN_MS = 1;
const SHORT_TURN_SHARE = 0.01;
/** For a server that is never quiet. */
const MAX_QUEUE_WAIT_MS = 5_000;

/**
 * Makes closing graceful: listening ends after `delayMs` (readiness is 503), running requests get answers
 * with `Connection: close`, then connections close. Returns the signal of the start; `stopSignalOf` is the
 * end of listening.
 */
export function addGracefulStop(app: FastifyInstance, delayMs = 0): AbortSignal {
  const stopping = new AbortController();
  // Each event stream adds a listener.
  setMaxListeners(0, stopping.signal);
  const closed = new AbortController();
  addStopSignal(app, closed.signal);
  const unused = watchUnusedConnections(app.server);
  // An earlier `Connection: close`, as Fastify sends, would make clients reconnect.
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
  // `close` of HTTP servers would close idle connections at once.
  NetServer.prototype.close.call(server);
  closed.abort();
  await Promise.race([isDrained, wait(IDLE_GRACE_MS, undefined, { ref: false })]);
  closeIdle(server, unused);
  const sweep = setInterval(() => closeIdle(server, unused), SWEEP_INTERVAL_MS);
  await isDrained;
  clearInterval(sweep);
}

/**
 * Settles after a short turn without new connections. Each turn accepts one of the system's queue, which the end of
 * listening resets.
 */
async function untilQueueIsEmpty(server: HttpServer): Promise<void> {
  const begin = performance.now();
  let isQuiet = false;
  const noteConnection = (): void => {
    isQuiet = false;
  };
  server.on('connection', noteConnection);
  // Aligns with the start of a turn.
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

/** Connections without a request, which Node counts as busy. */
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
