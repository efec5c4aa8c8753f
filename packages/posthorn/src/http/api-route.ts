/** One route of the API, and how routes get into the server. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Authentication, RequiredLogin } from './authentication.ts';
import { signalOf, untilAborted } from './request-signal.ts';

/** What the API description says about a route (OpenAPI operation object). */
export interface ApiOperation extends FastifySchema {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

export interface ApiRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the version's prefix, with `:name` for variable segments. */
  readonly path: string;
  readonly operation: ApiOperation;
  readonly login: RequiredLogin;
  /** Resolves with the answer's body: a value to be sent as JSON, a stream, or null for none. */
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/**
 * Adds the routes below `prefix`. The login is proved before the body is read and before any parameter is
 * looked at; the answer is due before the request's signal aborts.
 */
export function addRoutes(
  app: FastifyInstance,
  {
    prefix,
    routes,
    authenticate,
  }: {
    readonly prefix: string;
    readonly routes: readonly ApiRoute[];
    readonly authenticate: Authentication;
  },
): void {
  for (const { method, path, operation, login, handler } of routes) {
    app.route({
      method,
      url: `${prefix}${path}`,
      schema: operation,
      onRequest: (request) => authenticate(request, login),
      handler: (request, reply) => untilAborted(signalOf(request), handler(request, reply)),
    });
  }
}
