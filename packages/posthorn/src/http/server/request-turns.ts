import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Begins one first request of a connection in each turn of the event loop: hundreds of clients that connect at once
 * delay no request on other connections.
 */
export function inTurns(serve: RequestListener): RequestListener {
  const known = new WeakSet<Socket>();
  const waiting: Parameters<RequestListener>[] = [];
  let hasBegun = false;

  const begin = (...exchange: Parameters<RequestListener>): void => {
    hasBegun = true;
    setImmediate(beginNext);
    serve(...exchange);
  };
  const beginNext = (): void => {
    hasBegun = false;
    let next = waiting.shift();
    while (next?.[0].socket.destroyed) next = waiting.shift();
    if (next !== undefined) begin(...next);
  };

  return (request, response) => {
    const isFirst = !known.has(request.socket);
    known.add(request.socket);
    if (!isFirst) serve(request, response);
    else if (hasBegun) waiting.push([request, response]);
    else begin(request, response);
  };
}
