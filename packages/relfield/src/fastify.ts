/** relfield for Fastify: negotiation, field selection and JSON:API errors for the routes of a scope. */

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
    /** What field selection must know about a route; `false` leaves the route alone. */
    readonly relfield?: RouteFields | false;
  }
}

/** What field selection must know about a route. */
export interface RouteFields {
  /** The type of the primary data. */
  readonly type?: string;
  /** Names (`sort`) and families (`page[]`) of the parameters that the route reads itself. */
  readonly parameters?: readonly string[];
}

/** What the plugin needs. */
export interface RelfieldPluginOptions<Type extends ResourceType> {
  readonly relfield: Relfield<Type>;
  /** Returns the client. It may throw an error with a `statusCode`, for instance 401. */
  readonly client: (request: FastifyRequest) => ClientOf<Type> | Promise<ClientOf<Type>>;
}

/** A plugin to register, and access to what it finds out about each request. */
export interface RelfieldPlugin<Type extends ResourceType> {
  /** Register it before the routes and after CORS: a preflight must be answered before anything is negotiated. */
  readonly plugin: FastifyPluginAsync;
  /** Returns the selected fields of a request. */
  fieldsOf(request: FastifyRequest): FieldSelection<Type>;
  /** Returns the media type and the parameters of a request. */
  negotiatedOf(request: FastifyRequest): NegotiatedRequest;
}

/**
 * Returns a plugin that applies to the scope it is registered in.
 * It reads the raw URL, answers with the exact media type, and turns every error, 404 and 405 of the scope into a
 * JSON:API document. Handlers return documents; `fieldsOf` says what they may hold.
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
 * Returns options for `Fastify({ ...jsonApiServerOptions() })`: malformed URLs and what Node's HTTP parser refuses
 * (431, 408, 400) are answered as JSON:API documents too. Hooks do not see these requests.
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
      // A connection that is gone cannot be answered.
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.write(clientErrorResponse(error.code));
      socket.destroySoon();
    },
  };
}

function routeFields(request: FastifyRequest): RouteFields | false {
  return request.routeOptions.config.relfield ?? {};
}

/** A preflight repeats the query without the Accept header that would make it valid. Fetch §cors-preflight-fetch. */
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
  // `error` refuses bodies with `__proto__` or `constructor.prototype` keys.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(JSON_API_MEDIA_TYPE, { parseAs: 'string' }, parseJson);
}

/** Keeps Fastify from opening a scope of its own for a plugin, so that its hooks reach the caller's routes. */
function inScopeOfCaller(plugin: FastifyPluginAsync): FastifyPluginAsync {
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
