/** Tells the operator's tools whether the server lives and takes requests. */
import type { FastifyInstance } from 'fastify';

export interface HealthOptions {
  /** The installation's environment (`APP_ENV`), part of each answer. */
  readonly environment: string;
  /** Aborted when the server is about to stop. */
  readonly stopping: AbortSignal;
}

/** Adds `GET /health` (the process answers) and `GET /health/ready` (200, or 503 while it must not get requests). */
export function addHealthRoutes(app: FastifyInstance, { environment, stopping }: HealthOptions): void {
  app.get('/health', async () => ({ status: 'ok', environment }));

  app.get('/health/ready', async (_request, reply) => {
    if (!stopping.aborted) return { status: 'ready', environment };
    reply.code(503);
    return { status: 'stopping', environment };
  });
}
