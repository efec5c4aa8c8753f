/** Lets web pages of any origin use the service. */

import type { FastifyInstance } from 'fastify';

/**
 * Answers preflights and marks responses. Register it before field selection: a preflight carries the query of
 * the request to come, but not its Accept header, so it would be refused.
 */
export function allowAllOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'];
    if (!isPreflight) return;
    return (
      reply
        .code(204)
        .header('access-control-allow-methods', 'GET, HEAD, PATCH')
        // Accept must be listed: the quotes of `ext="..."` make it a header that browsers ask permission for.
        .header('access-control-allow-headers', 'Accept, Authorization, Content-Type')
        .header('access-control-max-age', '600')
        .header('vary', 'Accept')
        .send()
    );
  });
}
