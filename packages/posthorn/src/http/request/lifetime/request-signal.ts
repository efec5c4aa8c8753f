import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { ClientGone } from '../../answer/client-gone.ts';

const DECORATOR = 'requestLifetime';

interface RequestLifetime {
  readonly client: AbortSignal;
  readonly work: AbortSignal;
  readonly liftDeadline: () => void;
  /** On the clock of `performance.now`. */
  readonly halfTimeAt: number;
}

/** Safe methods (RFC 9110 §9.2.1). */
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Adds signals with a deadline to each request. */
export function addRequestSignals(app: FastifyInstance, timeoutMs: number): void {
  app.decorateRequest(DECORATOR);
  app.addHook('onRequest', async (request, reply) => {
    const lifetime = startLifetime(reply.raw, timeoutMs);
    const work = READING_METHODS.has(request.method) ? lifetime.client : lifetime.work;
    request.setDecorator<RequestLifetime>(DECORATOR, { ...lifetime, work });
  });
}

/**
 * Signal of all work. Reason: a `server-timeout` MailError, or `ClientGone` for safe methods: after an
 * interrupted change, the client could not know the outcome.
 */
export function signalOf(request: FastifyRequest): AbortSignal {
  return lifetimeOf(request).work;
}

/** For client work only: `ClientGone` for any method, or the deadline. */
export function clientSignalOf(request: FastifyRequest): AbortSignal {
  return lifetimeOf(request).client;
}

/** For optional work: half the time, or `signalOf`. */
export function optionalSignalOf(request: FastifyRequest): AbortSignal {
  const { work, halfTimeAt } = lifetimeOf(request);
  const restMs = Math.max(0, Math.ceil(halfTimeAt - performance.now()));
  return AbortSignal.any([work, AbortSignal.timeout(restMs)]);
}

/** Removes the deadline of a streamed answer, which `addUnreadAnswerLimits` bounds. A lost client still aborts. */
export function liftDeadline(request: FastifyRequest): void {
  lifetimeOf(request).liftDeadline();
}

/**
 * Without a deadline, for storing and sending: each step has its own; a timeout midway would leave the result
 * in doubt.
 */
export function patientSignalOf(request: FastifyRequest): AbortSignal {
  liftDeadline(request);
  return signalOf(request);
}

function lifetimeOf(request: FastifyRequest): RequestLifetime {
  return request.getDecorator<RequestLifetime>(DECORATOR);
}

function startLifetime(response: ServerResponse, timeoutMs: number): RequestLifetime {
  const client = new AbortController();
  const work = new AbortController();
  const timer = setTimeout(() => {
    work.abort(timeout());
    client.abort(work.signal.reason);
  }, timeoutMs);
  const liftDeadline = (): void => clearTimeout(timer);
  response.once('finish', liftDeadline);
  response.once('close', () => {
    timer.unref();
    if (!response.writableFinished) client.abort(new ClientGone());
  });
  const halfTimeAt = performance.now() + timeoutMs / 2;
  return { client: client.signal, work: work.signal, liftDeadline, halfTimeAt };
}

function timeout(): MailError {
  return new MailError('server-timeout', { detail: 'The mail server did not answer in time.' });
}
