/** One route of the API, and how routes get into the server. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { ApiVersionTag } from './api-version-tag.ts';
import type { Authentication, RequiredLogin } from './authentication.ts';
import { signalOf, untilAborted } from './request-signal.ts';

/**
 * What the API description says about a route, in the shapes of @fastify/swagger. Nothing else reads it: requests
 * are not checked by it, and answers are not written by it.
 */
export interface ApiOperation extends FastifySchema {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
}

export interface ApiRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the version's prefix, with `:name` for variable segments. */
  readonly path: string;
  readonly operation: ApiOperation;
  readonly login: RequiredLogin;
  /** Judges the request's head, after the login is proved and before the body is read. */
  readonly judgeHead?: (request: FastifyRequest) => void;
  /** True for the octets of files, which go out as they are. */
  readonly isFile?: boolean;
  /** Resolves with the answer's body: a value to be sent as JSON, a stream, null for none; or with the sent reply. */
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
    version,
  }: {
    readonly prefix: string;
    readonly routes: readonly ApiRoute[];
    readonly authenticate: Authentication;
    readonly version: ApiVersionTag;
  },
): void {
  for (const { method, path, login, judgeHead, isFile = false, handler } of routes) {
    app.route({
      method,
      url: `${prefix}${path}`,
      config: { apiVersion: version },
      ...(isFile && { compress: false }),
      onRequest: async (request) => {
        await authenticate(request, login);
        judgeHead?.(request);
      },
      handler: (request, reply) => untilAborted(signalOf(request), handler(request, reply)),
    });
  }
}
