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

/** Removes the deadline of a request that may be large. The caller ensures that the body keeps arriving. */
export function liftReceiveDeadline(request: FastifyRequest): void {
  deadlines.get(request)?.lift();
}

/** Restarts the deadline for a request whose remaining body is only discarded. */
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
      // A body without a reader keeps its deadline, which does not keep the process alive.
      if (!raw.closed) timer = setTimeout(closeUnlessComplete, timeoutMs).unref();
    },
  };
}
