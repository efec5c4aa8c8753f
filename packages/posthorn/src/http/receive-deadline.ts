/** The time that a client has for sending a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Closes the connection of each client that needs longer than `timeoutMs` for its body (slow body). */
export function addReceiveDeadlines(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request) => {
    const { raw, headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const timer = setTimeout(() => raw.destroy(), timeoutMs);
    raw.once('close', () => clearTimeout(timer));
    timers.set(request, timer);
  });
}

/** Takes the deadline off a request that may be large. Whoever does so watches that it goes on arriving. */
export function liftReceiveDeadline(request: FastifyRequest): void {
  clearTimeout(timers.get(request));
}
