/** One route of the API, and how routes get into the server. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { untilAborted } from '../../domain/until-aborted.ts';
import { addVary } from '../answer/response-headers.ts';
import { acceptDocuments } from '../request/body/document-body.ts';
import { acceptForms } from '../request/body/form-body.ts';
import { acceptUploads } from '../request/body/upload-body.ts';
import type { IdempotentRequests } from '../request/idempotency/idempotent-requests.ts';
import { signalOf } from '../request/lifetime/request-signal.ts';
import type { Authentication, RequiredLogin } from '../request/login/authentication.ts';
import { LOGIN_HEADERS } from '../request/login/credentials.ts';

/** The path segments that name versions of the API. */
export type ApiVersionTag = 'v0' | 'v1';

/**
 * What the API description says about a route, in the shapes of @fastify/swagger. Nothing else reads it: requests
 * are not checked by it, and answers are not written by it.
 */
export interface ApiOperation extends FastifySchema {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** True for what no client has a reason to ask for. */
  readonly hide?: boolean;
}

/**
 * `json`; `form`: files that the handler reads by `readMultipartFiles`; `document`: JSON:API; `upload`: anything, of which nothing
 * is read before the handler does.
 */
export type BodyKind = 'json' | 'form' | 'document' | 'upload';

export interface ApiRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the version's prefix, with `:name` for variable segments. */
  readonly path: string;
  readonly operation: ApiOperation;
  readonly login: RequiredLogin;
  /**
   * Names the resource as `PathParameter` has it, where the path of the route names it in another way: puts these parameters in the
   * place of those of the path, before the login is proved.
   */
  readonly resolvePath?: (request: FastifyRequest) => void;
  /** Judges the request's head, after the login is proved and before the body is read. */
  readonly judgeHead?: (request: FastifyRequest) => void;
  /**
   * True for answers that go out piece by piece as they are made, such as files: they are not compressed. One of any length lifts its
   * deadline (`liftDeadline`) and ends when `stopSignalOf` tells it to.
   */
  readonly isStream?: boolean;
  /** What the body is, by default plain JSON. */
  readonly body?: BodyKind;
  /** The most octets of a JSON body; without it, those of the server. */
  readonly bodyLimitOctets?: number;
  /** Resolves with the answer's body: a value to be sent as JSON, a stream, null for none; or with the sent reply. */
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** What makes routes take a kind of body, where it is not what the server takes anyway. */
const BODY_SCOPES = {
  json: null,
  form: acceptForms,
  document: acceptDocuments,
  upload: acceptUploads,
} as const satisfies Record<BodyKind, ((scope: FastifyInstance) => void) | null>;

/** Where routes are added, and what all of them need. */
interface RoutePlace {
  readonly prefix: string;
  readonly authenticate: Authentication;
  readonly version: ApiVersionTag;
  /** Without it, a request that arrives twice is done twice. */
  readonly idempotentRequests?: IdempotentRequests;
}

/**
 * Adds the routes below `prefix`. The login is proved before the body is read and before any parameter is
 * looked at; the answer is due before the request's signal aborts.
 */
export function addRoutes(
  app: FastifyInstance,
  { routes, ...place }: RoutePlace & { readonly routes: readonly ApiRoute[] },
): void {
  for (const kind of Object.keys(BODY_SCOPES) as BodyKind[]) {
    const accept = BODY_SCOPES[kind];
    const ofKind = routes.filter(({ body = 'json' }) => body === kind);
    if (ofKind.length === 0) continue;
    const addAll = (scope: FastifyInstance): void => {
      for (const route of ofKind) addRoute(scope, route, place);
    };
    if (accept === null) addAll(app);
    else addScope(app, accept, addAll);
  }
}

function addScope(
  app: FastifyInstance,
  accept: (scope: FastifyInstance) => void,
  addAll: (scope: FastifyInstance) => void,
): void {
  app.register((scope, _options, done) => {
    accept(scope);
    addAll(scope);
    done();
  });
}

function addRoute(
  app: FastifyInstance,
  route: ApiRoute,
  { prefix, authenticate, version, idempotentRequests }: RoutePlace,
): void {
  const { method, path, login, resolvePath, judgeHead, isStream = false, bodyLimitOctets } = route;
  const once = isRepeatable(route) ? idempotentRequests : undefined;
  app.route({
    method,
    url: `${prefix}${path}`,
    config: { apiVersion: version, prefix },
    ...(isStream && { compress: false }),
    ...(bodyLimitOctets !== undefined && { bodyLimit: bodyLimitOctets }),
    ...(once && { onSend: once.keepAnswer }),
    onRequest: async (request, reply) => {
      for (const name of login === 'none' ? [] : LOGIN_HEADERS) addVary(reply, name);
      resolvePath?.(request);
      await authenticate(request, login);
      judgeHead?.(request);
    },
    handler(request, reply) {
      const work = () => route.handler(request, reply);
      return untilAborted(signalOf(request), once ? once.once(request, reply, work) : work());
    },
  });
}

/** Other methods may be repeated as they are (RFC 9110 §9.2.2), or change a message that has another id afterwards. */
function isRepeatable({ method, login }: ApiRoute): boolean {
  return method === 'POST' && login !== 'none';
}
