import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Deadline {
  readonly start: () => void;
  readonly lift: () => void;
}

const deadlines = new WeakMap<FastifyRequest, Deadline>();

/** Closes connections with bodies slower than `timeoutMs` (slow body attack). */
export function addReceiveDeadlines(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const deadline = createDeadline(request, timeoutMs);
    deadlines.set(request, deadline);
    deadline.start();
  });
}

/** Removes the deadline. The caller must bound the body's pauses. */
export function liftReceiveDeadline(request: FastifyRequest): void {
  deadlines.get(request)?.lift();
}

/** Restarts the deadline for a discarded body. */
export function restartReceiveDeadline(request: FastifyRequest): void {
  deadlines.get(request)?.start();
}

function createDeadline({ raw }: FastifyRequest, timeoutMs: number): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const lift = (): void => clearTimeout(timer);
  // A complete body may be unread during processing.
  const closeUnlessComplete = (): void => {
    if (!raw.complete) raw.destroy();
  };
  raw.once('close', lift);
  return {
    lift,
    start() {
      lift();
      if (!raw.closed) timer = setTimeout(closeUnlessComplete, timeoutMs).unref();
    },
  };
}
