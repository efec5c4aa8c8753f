/** Tells the operator's tools whether the server lives and takes requests. */
import type { FastifyInstance } from 'fastify';

/** Adds `GET /health` (the process answers) and `GET /health/ready` (200, or 503 while it must not get requests). */
export function addHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    if (await isReady()) return { status: 'ready' };
    reply.code(503);
    return { status: 'unavailable' };
  });
}
