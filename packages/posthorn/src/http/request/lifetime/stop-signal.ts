/** Ends answers of any length when the server stops. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

const DECORATOR = 'stopSignal';

/** Gives all requests the signal that the server takes no connection any more. */
export function addStopSignal(app: FastifyInstance, signal: AbortSignal): void {
  app.decorateRequest(DECORATOR, { getter: () => signal });
}

/**
 * Aborted as soon as the server takes no connection any more. The server waits for every answer: one that would go on, such as a stream
 * of events, has to end now, and its client connects anew to another process. It may be aborted already.
 */
export function stopSignalOf(request: FastifyRequest): AbortSignal {
  return request.getDecorator<AbortSignal>(DECORATOR);
}
