/** Tells the operator's tools whether the server lives and takes requests. */
import type { FastifyInstance } from 'fastify';

export interface HealthOptions {
  /** The installation's environment (`APP_ENV`), part of each answer. */
  readonly environment: string;
  /** The version of the program, part of each answer where it is known. */
  readonly programVersion?: string;
  /** Aborted when the server is about to stop. */
  readonly stopping: AbortSignal;
}

/** Adds `GET /health` (the process answers) and `GET /health/ready` (200, or 503 while it must not get requests). */
export function addHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { environment, programVersion: version, stopping } = options;
  const common = { environment, ...(version !== undefined && { version }) };
  app.get('/health', async () => ({ status: 'ok', ...common }));

  app.get('/health/ready', async (_request, reply) => {
    if (!stopping.aborted) return { status: 'ready', ...common };
    reply.code(503);
    return { status: 'stopping', ...common };
  });
}
