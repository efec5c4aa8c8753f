import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Health route options. */
export interface HealthOptions {
  readonly environment: string;
  readonly programVersion?: string;
  /** Aborted when closing starts. */
  readonly stopping: AbortSignal;
  readonly isMemoryShort: () => boolean;
  /** Undefined without nodes. */
  readonly isJoined: () => boolean | undefined;
}

const LIVENESS_PATH = '/health';
const READINESS_PATH = '/health/ready';

/** True for health probes, which are always answered. */
export function isHealthRequest({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === LIVENESS_PATH || routeOptions.url === READINESS_PATH;
}

/**
 * Adds `GET /health` and `GET /health/ready` (503 while stopping or short of memory). A node without its database
 * stays ready: it still serves people.
 */
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
    const isJoined = options.isJoined();
    const node = isJoined === undefined ? {} : { node: isJoined ? 'joined' : 'alone' };
    if (obstacle === undefined) return { status: 'ready', ...common, ...node };
    reply.code(503);
    return { status: obstacle, ...common, ...node };
  });
}
