/** One route of the API, and how routes get into the server. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { ApiVersionTag } from './api-version-tag.ts';
import type { Authentication, RequiredLogin } from './authentication.ts';
import { acceptForms } from './form-body.ts';
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
  /** What the body is: JSON (the default), or a form with files that the handler reads by `readMultipartFiles`. */
  readonly body?: 'json' | 'form';
  /** The most octets of a JSON body; without it, those of the server. */
  readonly bodyLimitOctets?: number;
  /** Resolves with the answer's body: a value to be sent as JSON, a stream, null for none; or with the sent reply. */
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Where routes are added, and who proves logins. */
interface RoutePlace {
  readonly prefix: string;
  readonly authenticate: Authentication;
  readonly version: ApiVersionTag;
}

/**
 * Adds the routes below `prefix`. The login is proved before the body is read and before any parameter is
 * looked at; the answer is due before the request's signal aborts.
 */
export function addRoutes(
  app: FastifyInstance,
  { routes, ...place }: RoutePlace & { readonly routes: readonly ApiRoute[] },
): void {
  const forms = routes.filter(({ body }) => body === 'form');
  for (const route of routes) if (!forms.includes(route)) addRoute(app, route, place);
  if (forms.length === 0) return;
  app.register((scope, _options, done) => {
    acceptForms(scope);
    for (const route of forms) addRoute(scope, route, place);
    done();
  });
}

function addRoute(
  app: FastifyInstance,
  { method, path, login, judgeHead, isFile = false, bodyLimitOctets, handler }: ApiRoute,
  { prefix, authenticate, version }: RoutePlace,
): void {
  app.route({
    method,
    url: `${prefix}${path}`,
    config: { apiVersion: version },
    ...(isFile && { compress: false }),
    ...(bodyLimitOctets !== undefined && { bodyLimit: bodyLimitOctets }),
    onRequest: async (request) => {
      await authenticate(request, login);
      judgeHead?.(request);
    },
    handler: (request, reply) => untilAborted(signalOf(request), handler(request, reply)),
  });
}
