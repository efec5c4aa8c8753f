import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { untilAborted } from '../../domain/values/until-aborted.ts';
import { addVary } from '../answer/response-headers.ts';
import { acceptDocuments } from '../request/body/document-body.ts';
import { acceptForms } from '../request/body/form-body.ts';
import { acceptUploads } from '../request/body/upload-body.ts';
import type { IdempotentRequests } from '../request/idempotency/idempotent-requests.ts';
import { signalOf } from '../request/lifetime/request-signal.ts';
import { type Authentication, explainFailure, type RouteAccess } from '../request/login/authentication.ts';
import { LOGIN_HEADERS } from '../request/login/credentials.ts';

export type ApiVersionTag = 'v0' | 'v1';

/** JSON Schema 2020-12; a title makes it a component. */
type Schema = Readonly<Record<string, unknown>>;

/** A parameter's schema; titles distinguish components of one name. */
export interface ParameterSchema extends Schema {
  readonly description: string;
  readonly examples: readonly unknown[];
  readonly title?: string;
  readonly isRequired?: boolean;
  readonly isJson?: boolean;
}

export type ParameterSchemas = Readonly<Record<string, ParameterSchema>>;

/** A request's body (OpenAPI 3.1 §4.8.13). */
export interface DescribedBody {
  readonly isOptional?: boolean;
  readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}

/** A response (OpenAPI 3.1 §4.8.17); a title makes it a component. */
export interface DescribedAnswer {
  readonly title?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly content?: Readonly<
    Record<string, { readonly schema: Schema; readonly [member: string]: unknown }>
  >;
}

export type DescribedAnswers = Readonly<Record<number, DescribedAnswer>>;

/** Describes a route; neither checks requests nor writes responses. */
export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Path segments with their own meaning. */
  readonly segments?: ParameterSchemas;
  readonly query?: ParameterSchemas;
  readonly headers?: ParameterSchemas;
  readonly body?: DescribedBody;
  readonly response?: DescribedAnswers;
  readonly hide?: boolean;
}

/** `form`: files for `readMultipartFiles`. `document`: JSON:API. `upload`: any type, which the handler reads. */
export type BodyKind = 'json' | 'form' | 'document' | 'upload';

/** An API route. */
export interface ApiRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version's prefix, with `:name` for variable segments. */
  readonly path: string;
  readonly operation: ApiOperation;
  readonly access: RouteAccess;
  /** Replaces the path parameters by those of `PathParameter`, before the login's proof. */
  readonly resolvePath?: (request: FastifyRequest) => void;
  /** After the login's proof, before reading the body. */
  readonly judgeHead?: (request: FastifyRequest) => void;
  /** True for streams: uncompressed. Endless ones call `liftDeadline` and end with `stopSignalOf`. */
  readonly isStream?: boolean;
  readonly body?: BodyKind;
  /** Default: the server's limit. */
  readonly bodyLimitOctets?: number;
  /** Resolves to a JSON value, a stream, null (no content), or the sent reply. */
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

const BODY_SCOPES = {
  json: null,
  form: acceptForms,
  document: acceptDocuments,
  upload: acceptUploads,
} as const satisfies Record<BodyKind, ((scope: FastifyInstance) => void) | null>;

interface RoutePlace {
  readonly prefix: string;
  readonly authenticate: Authentication;
  readonly version: ApiVersionTag;
  /** Without it, repeats run again. */
  readonly idempotentRequests?: IdempotentRequests;
}

/** Adds routes below `prefix`. They check login and scope before reading parameters and body. */
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
  const { method, path, access, resolvePath, judgeHead, isStream = false, bodyLimitOctets } = route;
  const once = isRepeatable(route) ? idempotentRequests : undefined;
  app.route({
    method,
    url: `${prefix}${path}`,
    config: { apiVersion: version, prefix },
    ...(isStream && { compress: false }),
    ...(bodyLimitOctets !== undefined && { bodyLimit: bodyLimitOctets }),
    ...(once && { onSend: once.keepAnswer }),
    onRequest: async (request, reply) => {
      for (const name of access.login === 'none' ? [] : LOGIN_HEADERS) addVary(reply, name);
      resolvePath?.(request);
      await authenticate(request, access);
      judgeHead?.(request);
    },
    handler(request, reply) {
      const work = async () => {
        try {
          return await route.handler(request, reply);
        } catch (error) {
          throw await explainFailure(request, error);
        }
      };
      return untilAborted(signalOf(request), once ? once.once(request, reply, work) : work());
    },
  });
}

/** Others are idempotent (RFC 9110 §9.2.2), or change a message, which then has another id. */
function isRepeatable({ method, access }: ApiRoute): boolean {
  return method === 'POST' && access.login !== 'none';
}
