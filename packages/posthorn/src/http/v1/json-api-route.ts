/** A route that answers with JSON:API documents. */
import type { ApiOperation, ApiRoute } from '../api-route.ts';
import type { RequiredLogin } from '../authentication.ts';
import { type Answer, sendAnswer } from './answer.ts';
import { beginExchange, type Exchange, exchangeOf } from './exchange.ts';
import type { TypeName } from './resource-types.ts';

export interface JsonApiRoute {
  /** The path below the version's prefix. */
  readonly path: string;
  readonly operation: ApiOperation;
  readonly login: RequiredLogin;
  readonly primaryType: TypeName;
  /** Names and families of the parameters that the route reads. */
  readonly parameters: readonly string[];
  readonly handler: (exchange: Exchange) => Promise<Answer>;
}

/** The route for reading (GET, and HEAD with it). */
export function readingRoute(route: JsonApiRoute): ApiRoute {
  const { path, operation, login, primaryType, parameters, handler } = route;
  return {
    method: 'GET',
    path,
    operation,
    login,
    judgeHead: (request) => beginExchange(request, { routePath: path, primaryType, parameters }),
    async handler(request, reply) {
      const exchange = exchangeOf(request);
      return sendAnswer(exchange, reply, await handler(exchange));
    },
  };
}
