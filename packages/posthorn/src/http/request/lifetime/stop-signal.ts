import type { FastifyInstance, FastifyRequest } from 'fastify';

const DECORATOR = 'stopSignal';

/** Attaches the stop signal to all requests. */
export function addStopSignal(app: FastifyInstance, signal: AbortSignal): void {
  app.decorateRequest(DECORATOR, { getter: () => signal });
}

/** Aborted when listening stops: the server awaits all answers, so endless ones must end. */
export function stopSignalOf(request: FastifyRequest): AbortSignal {
  return request.getDecorator<AbortSignal>(DECORATOR);
}
