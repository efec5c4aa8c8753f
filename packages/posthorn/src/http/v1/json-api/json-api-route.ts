/** Routes that answer with JSON:API documents. */
import type { FastifyRequest } from 'fastify';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { patientSignalOf } from '../../request/lifetime/request-signal.ts';
import type { RequiredLogin } from '../../request/login/authentication.ts';
import type { ApiOperation, ApiRoute } from '../../route/api-route.ts';
import type { TypeName } from '../identifiers/resource-types.ts';
import { type Answer, sendAnswer } from './answer.ts';
import { beginExchange, type Exchange, exchangeOf } from './exchange.ts';
import { asInvalidValue } from './invalid-value.ts';
import { asUnmetCondition } from './preconditions.ts';

export interface JsonApiRoute {
  /** The path below the version's prefix. */
  readonly path: string;
  readonly operation: ApiOperation;
  readonly login: RequiredLogin;
  readonly primaryType: TypeName;
  readonly isMessageList?: boolean;
  /** Names and families of the parameters that the route reads. */
  readonly parameters: readonly string[];
  /** Reads those that only the handler knows; without it, `include`. */
  readonly check?: (exchange: Exchange) => unknown;
  readonly handler: (exchange: Exchange) => Promise<Answer>;
}

/** The route for reading (GET, and HEAD with it). */
export function readingRoute(route: JsonApiRoute): ApiRoute {
  const { path, operation, login, handler, ...rules } = route;
  return {
    method: 'GET',
    path,
    operation,
    login,
    judgeHead: (request) => beginExchange(request, rules),
    async handler(request, reply) {
      const exchange = exchangeOf(request);
      return sendAnswer(exchange, reply, await handler(exchange));
    },
  };
}

export interface WritingRoute extends Omit<JsonApiRoute, 'login'> {
  /** By default that of the account in the path; `all-accounts` where the document names the account. */
  readonly login?: 'account' | 'all-accounts';
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The kind of body: a document by default. */
  readonly body?: 'document' | 'upload';
  readonly bodyLimitOctets?: number;
  /** True for storing and sending messages, which has no deadline as a whole. */
  readonly isPatient?: boolean;
}

/** A route that changes something in an account. Once begun, its work does not end with the connection of the client. */
export function writingRoute(route: WritingRoute): ApiRoute {
  const {
    path,
    primaryType,
    parameters,
    handler,
    body = 'document',
    login = 'account',
    isPatient,
    check,
    ...rest
  } = route;
  const rules = { primaryType, parameters, check, takesFiles: body === 'upload' };
  return {
    ...rest,
    path,
    body,
    login,
    judgeHead(request) {
      beginExchange(request, rules);
      refuseEncodedBody(request);
    },
    async handler(request, reply) {
      const exchange = exchangeOf(request);
      if (isPatient) patientSignalOf(request);
      try {
        return sendAnswer(exchange, reply, await handler(exchange));
      } catch (error) {
        throw asInvalidValue(asUnmetCondition(error), { isDocument: body === 'document' });
      }
    },
  };
}

/** Decompression could turn a small body into a large one. */
function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  const detail = 'The body must be sent without a Content-Encoding.';
  const source = { header: 'Content-Encoding' };
  throw new RequestProblems([problemOf('unsupported-media-type', { detail, source })]);
}
