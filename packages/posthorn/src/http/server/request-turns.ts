import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** For connections that arrive without end. */
const ACCEPTING_MS = 250;

interface FirstRequest {
  readonly exchange: Parameters<RequestListener>;
  readonly arrivedAt: number;
}

/**
 * The server's request listener. It begins one first request of a connection in a turn of the event loop, unless a
 * connection was accepted since the last: Node accepts one in each turn. Hundreds of clients that connect at once
 * delay no request on other connections.
 */
export function serveInTurns(
  server: Server,
  serve: RequestListener,
  acceptingMs = ACCEPTING_MS,
): RequestListener {
  const known = new WeakSet<Socket>();
  const waiting: FirstRequest[] = [];
  let hasAccepted = false;

  const beginNext = (): void => {
    const [next] = waiting;
    const isEarly = next !== undefined && performance.now() - next.arrivedAt < acceptingMs;
    if (!hasAccepted || !isEarly) {
      waiting.shift();
      // Else its client has left.
      if (next?.exchange[0].socket.destroyed === false) serve(...next.exchange);
    }
    hasAccepted = false;
    if (waiting.length > 0) setImmediate(beginNext);
  };

  server.on('connection', () => {
    hasAccepted = true;
  });
  return (request, response) => {
    if (known.has(request.socket)) {
      serve(request, response);
      return;
    }
    known.add(request.socket);
    waiting.push({ exchange: [request, response], arrivedAt: performance.now() });
    if (waiting.length === 1) setImmediate(beginNext);
  };
}
