/** Applies the CORS policy to the answers of the server. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from '../answer/response-headers.ts';
import type { PublicAddress } from '../request/url/public-address.ts';
import type { CorsAnswer, CorsPolicy } from './cors-policy.ts';
import type { CorsTarget } from './covered-paths.ts';

/** Returns the current policy, which may change while the server runs. */
export type CorsPolicySource = () => CorsPolicy;

/** The part of a request that is known after the HTTP parser has refused it. */
export interface RefusedRequest {
  readonly path: string;
  readonly host: string;
  readonly origin: string | undefined;
}

export interface Cors {
  /**
   * Adds what the policy says to the reply. True: the request was a preflight and is answered, whatever its path, its
   * query and its headers would mean to a route. Call it before everything that may refuse a request.
   */
  readonly apply: (request: FastifyRequest, reply: FastifyReply) => boolean;
  /** True when the policy allows the origin of the request; for a request without an origin false. */
  readonly allows: (request: FastifyRequest) => boolean;
  /** For the answer to a request that never got here. */
  readonly answerRefused: (refused: RefusedRequest) => CorsAnswer;
}

const NOTHING: CorsAnswer = { headers: {}, vary: [] };

export interface CorsDependencies {
  /** Without it, there is no CORS. */
  readonly corsPolicy?: CorsPolicySource;
  /** The address that the operator gave, for requests of which little is seen. */
  readonly publicUrl: string | null;
  readonly publicAddress: PublicAddress;
}

/** CORS as the policy has it. */
export function createCors({ corsPolicy, publicUrl, publicAddress }: CorsDependencies): Cors {
  const targetOf = (request: FastifyRequest): CorsTarget => {
    const [path = ''] = request.url.split('?', 1);
    const url = publicAddress.baseOf(request) + request.url;
    return { host: withoutPort(request.host), path, url };
  };
  if (corsPolicy === undefined) {
    return { apply: () => false, allows: () => false, answerRefused: () => NOTHING };
  }
  return {
    apply(request, reply) {
      const policy = corsPolicy();
      if (!policy.covers(targetOf(request))) return false;
      const { origin } = request.headers;
      const method = request.headers['access-control-request-method'];
      if (request.method !== 'OPTIONS' || method === undefined) {
        addCorsHeaders(reply, policy.answerRequest(origin));
        return false;
      }
      const headers = request.headers['access-control-request-headers'];
      addCorsHeaders(reply, policy.answerPreflight({ origin, method, headers }));
      reply.code(204).send();
      return true;
    },

    allows(request) {
      const policy = corsPolicy();
      const { origin } = request.headers;
      if (origin === undefined || !policy.covers(targetOf(request))) return false;
      const allowed = policy.answerRequest(origin).headers['access-control-allow-origin'];
      return allowed === '*' || allowed === origin;
    },

    answerRefused({ path, host, origin }) {
      const policy = corsPolicy();
      const target = { host: withoutPort(host), path, url: (publicUrl ?? `http://${host}`) + path };
      return policy.covers(target) ? policy.answerRequest(origin) : NOTHING;
    },
  };
}

function withoutPort(host: string): string {
  return host.replace(/:[0-9]+$/, '').toLowerCase();
}

function addCorsHeaders(reply: FastifyReply, { headers, vary }: CorsAnswer): void {
  reply.headers(headers);
  for (const name of vary) addVary(reply, name);
}
