/** Ends answers of any length when the server stops. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

const DECORATOR = 'stopSignal';

/** Gives all requests the signal that the server accepts no more connections. */
export function addStopSignal(app: FastifyInstance, signal: AbortSignal): void {
  app.decorateRequest(DECORATOR, { getter: () => signal });
}

/**
 * Aborted as soon as the server accepts no more connections. The server waits for every answer: an endless one, such as a stream
 * of events, has to end now, and its client reconnects to another process. It may be aborted already.
 */
export function stopSignalOf(request: FastifyRequest): AbortSignal {
  return request.getDecorator<AbortSignal>(DECORATOR);
}
