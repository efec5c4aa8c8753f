/** Tells the operator's tools whether the server lives and takes requests. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface HealthOptions {
  /** The installation's environment (`APP_ENV`), part of each answer. */
  readonly environment: string;
  /** The version of the program, part of each answer where it is known. */
  readonly programVersion?: string;
  /** Aborted when the server is about to stop. */
  readonly stopping: AbortSignal;
  readonly isMemoryShort: () => boolean;
}

const LIVENESS_PATH = '/health';
const READINESS_PATH = '/health/ready';

/** True for what the operator's tools ask, which is answered whatever happens. */
export function isHealthRequest({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === LIVENESS_PATH || routeOptions.url === READINESS_PATH;
}

/** Adds `GET /health` (the process answers) and `GET /health/ready` (200, or 503 while it must not get requests). */
export function addHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { environment, programVersion: version, stopping, isMemoryShort } = options;
  const common = { environment, ...(version !== undefined && { version }) };
  const obstacleOf = (): string | undefined => {
    if (stopping.aborted) return 'stopping';
    return isMemoryShort() ? 'short of memory' : undefined;
  };
  app.get(LIVENESS_PATH, async () => ({ status: 'ok', ...common }));

  app.get(READINESS_PATH, async (_request, reply) => {
    const obstacle = obstacleOf();
    if (obstacle === undefined) return { status: 'ready', ...common };
    reply.code(503);
    return { status: obstacle, ...common };
  });
}
