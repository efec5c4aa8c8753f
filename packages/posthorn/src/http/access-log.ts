/** One log line for each request. */
import type { FastifyInstance } from 'fastify';

/** Logs method, route, status and duration. Not the URL: it holds the names of folders and accounts. */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
  });
}
