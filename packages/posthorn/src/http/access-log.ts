/** One log line for each request. */
import type { FastifyInstance } from 'fastify';
import { onEnd, routeOf } from './request-observer.ts';
import { signalOf } from './request-signal.ts';

/** Further fields of a request's line, known by its signal: what it cost elsewhere. */
export type RequestCosts = (signal: AbortSignal) => Readonly<Record<string, number>>;

/**
 * Logs method, route, status, duration, octets sent and costs. Not the URL, which holds the names of folders and accounts,
 * and not the client's address.
 */
export function addAccessLog(app: FastifyInstance, costs: RequestCosts = () => ({})): void {
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const octetsBefore = socket.bytesWritten ?? 0;
    onEnd(reply, ({ status, isComplete }) => {
      request.log.info(
        {
          method: request.method,
          route: routeOf(request),
          status,
          durationMs: Math.round(reply.elapsedTime),
          octets: (socket.bytesWritten ?? 0) - octetsBefore,
          ...costs(signalOf(request)),
        },
        isComplete ? 'request answered' : 'client went away',
      );
    });
  });
}
