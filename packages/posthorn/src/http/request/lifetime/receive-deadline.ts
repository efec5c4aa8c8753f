/** The time that a client has for sending a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Deadline {
  readonly start: () => void;
  readonly lift: () => void;
}

const deadlines = new WeakMap<FastifyRequest, Deadline>();

/** Closes the connection of each client that needs longer than `timeoutMs` for its body (slow body). */
export function addReceiveDeadlines(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const deadline = createDeadline(request, timeoutMs);
    deadlines.set(request, deadline);
    deadline.start();
  });
}

/** Takes the deadline off a request that may be large. Whoever does so watches that it goes on arriving. */
export function liftReceiveDeadline(request: FastifyRequest): void {
  deadlines.get(request)?.lift();
}

/** Sets it anew, from now on, for a request whose rest is only dropped. */
export function restartReceiveDeadline(request: FastifyRequest): void {
  deadlines.get(request)?.start();
}

function createDeadline({ raw }: FastifyRequest, timeoutMs: number): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const lift = (): void => clearTimeout(timer);
  // What has arrived as a whole, such as a body of no octets, may not have been read, and the work for it goes on.
  const closeUnlessComplete = (): void => {
    if (!raw.complete) raw.destroy();
  };
  raw.once('close', lift);
  return {
    lift,
    start() {
      lift();
      // A body that nobody reads keeps its deadline, but no process alive.
      if (!raw.closed) timer = setTimeout(closeUnlessComplete, timeoutMs).unref();
    },
  };
}
