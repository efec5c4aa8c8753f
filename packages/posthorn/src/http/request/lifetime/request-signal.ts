/** AbortSignals for each request: the client went away, or the time is up. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/mail-error.ts';
import { ClientGone } from '../../answer/client-gone.ts';

const DECORATOR = 'requestLifetime';

interface RequestLifetime {
  readonly client: AbortSignal;
  readonly work: AbortSignal;
  readonly liftDeadline: () => void;
}

/** Methods that change nothing (RFC 9110 §9.2.1): their work is for the answer alone. */
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Gives each request its signals; its time is up after `timeoutMs`. */
export function addRequestSignals(app: FastifyInstance, timeoutMs: number): void {
  app.decorateRequest(DECORATOR);
  app.addHook('onRequest', async (request, reply) => {
    const lifetime = startLifetime(reply.raw, timeoutMs);
    const work = READING_METHODS.has(request.method) ? lifetime.client : lifetime.work;
    request.setDecorator<RequestLifetime>(DECORATOR, { ...lifetime, work });
  });
}

/**
 * The signal of all work for the request. Its reason is a `server-timeout` MailError or, where the request only reads,
 * `ClientGone`: a change that has begun continues without its client, which could not know how far it came.
 */
export function signalOf(request: FastifyRequest): AbortSignal {
  return lifetimeOf(request).work;
}

/** The signal of what the client takes part in, such as the arriving of its body: `ClientGone` for any method, or the deadline. */
export function clientSignalOf(request: FastifyRequest): AbortSignal {
  return lifetimeOf(request).client;
}

/**
 * Removes the deadline, for an answer that is a stream of any length: it may last as long as the client goes on reading
 * (`addUnreadAnswerLimits`). The signals still report a lost client.
 */
export function liftDeadline(request: FastifyRequest): void {
  lifetimeOf(request).liftDeadline();
}

/**
 * Removes the deadline and returns the signal, for storing and sending messages. Each step of that has a deadline of its own, large
 * messages take long, and an answer in the middle would leave the client in doubt about what there is now.
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
    // What goes on without the client has its deadline, but keeps no process alive.
    timer.unref();
    if (!response.writableFinished) client.abort(new ClientGone());
  });
  return { client: client.signal, work: work.signal, liftDeadline };
}

function timeout(): MailError {
  return new MailError('server-timeout', { detail: 'The mail server did not answer in time.' });
}
