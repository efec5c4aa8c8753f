/** One log line for each request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signalOf } from '../request/lifetime/request-signal.ts';
import { onEnd, routeOf } from './request-observer.ts';

/** Further fields of a request's line, known by its signal: what it cost elsewhere. */
export type RequestCosts = (signal: AbortSignal) => Readonly<Record<string, number>>;

/**
 * Logs method, route, status, duration, octets sent and costs. Not the URL, which holds the names of folders and accounts,
 * and not the client's address. Health probes that are answered well are told at the level debug.
 */
export function addAccessLog(app: FastifyInstance, costs: RequestCosts = () => ({})): void {
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const octetsBefore = socket.bytesWritten ?? 0;
    onEnd(reply, ({ status, isComplete }) => {
      const level = isProbe(request) && status < 400 ? 'debug' : 'info';
      request.log[level](
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

/** Probes come every few seconds and say the same each time. */
function isProbe(request: FastifyRequest): boolean {
  return routeOf(request).startsWith('/health');
}
