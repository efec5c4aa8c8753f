import type { FastifyInstance, FastifyRequest } from 'fastify';

const DECORATOR = 'stopSignal';

/** Attaches the stop signal to all requests. */
export function addStopSignal(app: FastifyInstance, signal: AbortSignal): void {
  app.decorateRequest(DECORATOR, { getter: () => signal });
}

/**
 * Aborted, possibly already, when listening stops. The server waits for all answers, so endless ones (event
 * streams) must end.
 */
export function stopSignalOf(request: FastifyRequest): AbortSignal {
  return request.getDecorator<AbortSignal>(DECORATOR);
}
