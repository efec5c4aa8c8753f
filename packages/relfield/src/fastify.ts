import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Relfield } from './create-relfield.ts';
import { clientErrorResponse } from './fastify/client-error-response.ts';
import { httpErrorReply, toErrorReply } from './fastify/error-reply.ts';
import { addVaryAccept, isJsonReply, sendError } from './fastify/json-api-reply.ts';
import { answerUnknownRoutes } from './fastify/unknown-routes.ts';
import type { FieldSelection } from './field-selection.ts';
import { JSON_API_MEDIA_TYPE } from './media-type.ts';
import type { NegotiatedRequest } from './negotiate.ts';
import { toRequestHead } from './request-head.ts';
import type { ClientOf, ResourceType } from './resource-type.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `false`: no field selection. */
    readonly relfield?: RouteFields | false;
  }
}

/** A route's field selection. */
export interface RouteFields {
  readonly type?: string;
  /** Names (`sort`) and families (`page[]`). */
  readonly parameters?: readonly string[];
}

/** Plugin options. */
export interface RelfieldPluginOptions<Type extends ResourceType> {
  readonly relfield: Relfield<Type>;
  /** May throw an error with `statusCode`, such as 401. */
  readonly client: (request: FastifyRequest) => ClientOf<Type> | Promise<ClientOf<Type>>;
}

/** The plugin, and its results per request. */
export interface RelfieldPlugin<Type extends ResourceType> {
  /** Register before the routes and after CORS: preflights must be answered before negotiation. */
  readonly plugin: FastifyPluginAsync;
  fieldsOf(request: FastifyRequest): FieldSelection<Type>;
  negotiatedOf(request: FastifyRequest): NegotiatedRequest;
}

/**
 * A plugin for the registering scope. It sends the exact media type and converts all errors, even 404 and
 * 405, to JSON:API. Handlers return only fields of `fieldsOf`.
 */
export function createRelfieldPlugin<Type extends ResourceType>(
  options: RelfieldPluginOptions<Type>,
): RelfieldPlugin<Type> {
  const negotiated = new WeakMap<FastifyRequest, NegotiatedRequest>();
  const selected = new WeakMap<FastifyRequest, FieldSelection<Type>>();
  const contentTypeOf = (request: FastifyRequest) =>
    negotiated.get(request)?.contentType ?? JSON_API_MEDIA_TYPE;
  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onRequest', async (request) => {
      const route = routeFields(request);
      if (request.is404 || route === false || isPreflight(request)) return;
      const client = await options.client(request);
      const negotiatedRequest = options.relfield.negotiate(toRequestHead(request.raw));
      negotiated.set(request, negotiatedRequest);
      const context = { client, primaryType: route.type, hostParameters: route.parameters };
      selected.set(request, options.relfield.select(negotiatedRequest, context));
    });
    app.addHook('onSend', async (request, reply, payload) => {
      addVaryAccept(reply);
      const isOurs = routeFields(request) !== false && isJsonReply(reply);
      if (isOurs) reply.header('content-type', contentTypeOf(request));
      return payload;
    });
    app.setErrorHandler((error, request, reply) => {
      const errorReply = toErrorReply(error);
      if (errorReply.status >= 500) request.log.error(error);
      return sendError(reply, { ...errorReply, contentType: contentTypeOf(request) });
    });
    answerUnknownRoutes(app);
    acceptJsonApiBodies(app);
  };
  return {
    plugin: inScopeOfCaller(plugin),
    fieldsOf: (request) => requireState(selected, request),
    negotiatedOf: (request) => requireState(negotiated, request),
  };
}

/**
 * For `Fastify({ ...jsonApiServerOptions() })`: malformed URLs and HTTP parser errors (431, 408, 400), which
 * no hook sees, become JSON:API documents.
 */
export function jsonApiServerOptions(): Required<
  Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>
> {
  return {
    frameworkErrors: (error, _request, reply) => {
      const isTooLong = error.statusCode === 414;
      const detail = isTooLong ? 'A segment of the path is too long.' : 'The path is not a valid URL.';
      addVaryAccept(reply);
      sendError(reply, {
        ...httpErrorReply(isTooLong ? 414 : 400, detail),
        contentType: JSON_API_MEDIA_TYPE,
      });
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.write(clientErrorResponse(error.code));
      socket.destroySoon();
    },
  };
}

function routeFields(request: FastifyRequest): RouteFields | false {
  return request.routeOptions.config.relfield ?? {};
}

/** A preflight lacks the Accept header (Fetch §cors-preflight-fetch). */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function requireState<State>(states: WeakMap<FastifyRequest, State>, request: FastifyRequest): State {
  const state = states.get(request);
  if (state === undefined)
    throw new TypeError(`Field selection does not apply to ${request.method} ${request.url}.`);
  return state;
}

function acceptJsonApiBodies(app: FastifyInstance): void {
  if (app.hasContentTypeParser(JSON_API_MEDIA_TYPE)) return;
  // `error` refuses `__proto__` and `constructor.prototype` keys.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(JSON_API_MEDIA_TYPE, { parseAs: 'string' }, parseJson);
}

/** Applies the plugin's hooks to the caller's routes. */
function inScopeOfCaller(plugin: FastifyPluginAsync): FastifyPluginAsync {
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
