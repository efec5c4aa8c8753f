import type { FastifyRequest } from 'fastify';
import type { TypeName } from '../../../resources/identifiers/resource-types.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { patientSignalOf } from '../../request/lifetime/request-signal.ts';
import type { RouteAccess } from '../../request/login/authentication.ts';
import type { ApiOperation, ApiRoute } from '../../route/api-route.ts';
import type { QueryReader } from '../query/query-reader.ts';
import { type Answer, sendAnswer } from './answer.ts';
import { beginExchange, type Exchange, exchangeOf } from './exchange.ts';
import { asInvalidValue } from './invalid-value.ts';
import { asUnmetCondition } from './preconditions.ts';

/** A route that reads a JSON:API document. */
export interface JsonApiRoute<Query = null> {
  readonly path: string;
  readonly operation: ApiOperation;
  readonly access: RouteAccess;
  readonly primaryType: TypeName;
  readonly isMessageList?: boolean;
  readonly query: QueryReader<Query>;
  readonly handler: (exchange: Exchange, query: Query) => Promise<Answer>;
}

/** A GET route, from which Fastify derives HEAD. */
export function readingRoute<Query>(route: JsonApiRoute<Query>): ApiRoute {
  const { path, operation, access, handler, ...rules } = route;
  const { query } = rules;
  return {
    method: 'GET',
    path,
    operation: { ...operation, query: query.schemas },
    access,
    judgeHead: (request) => beginExchange(request, rules),
    async handler(request, reply) {
      const exchange = exchangeOf(request);
      return sendAnswer(exchange, reply, await handler(exchange, query.read(exchange)));
    },
  };
}

/** A route that changes mail. */
export interface WritingRoute<Query = null> extends JsonApiRoute<Query> {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly body?: 'document' | 'upload';
  readonly bodyLimitOctets?: number;
  /** For storing and sending, which have no overall deadline. */
  readonly isPatient?: boolean;
}

/** A route whose work continues after the client disconnects. */
export function writingRoute<Query>(route: WritingRoute<Query>): ApiRoute {
  const { primaryType, query, handler, body = 'document', isPatient, operation, ...rest } = route;
  const rules = { primaryType, query, takesFiles: body === 'upload' };
  return {
    ...rest,
    operation: { ...operation, query: query.schemas },
    body,
    judgeHead(request) {
      beginExchange(request, rules);
      refuseEncodedBody(request);
    },
    async handler(request, reply) {
      const exchange = exchangeOf(request);
      if (isPatient) patientSignalOf(request);
      try {
        return sendAnswer(exchange, reply, await handler(exchange, query.read(exchange)));
      } catch (error) {
        throw asInvalidValue(asUnmetCondition(error), { isDocument: body === 'document' });
      }
    },
  };
}

/** Decompression could enlarge a small body. */
function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  const detail = 'The body must be sent without a Content-Encoding.';
  const source = { header: 'Content-Encoding' };
  throw new RequestProblems([problemOf('unsupported-media-type', { detail, source })]);
}
