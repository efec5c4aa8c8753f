import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from '../answer/response-headers.ts';
import type { PublicAddress } from '../request/url/public-address.ts';
import type { CorsAnswer, CorsPolicy } from './cors-policy.ts';
import type { CorsTarget } from './covered-paths.ts';

/** The policy may change while the server runs. */
export type CorsPolicySource = () => CorsPolicy;

/** Readable parts of a request refused by the HTTP parser. */
export interface RefusedRequest {
  readonly path: string;
  readonly host: string;
  readonly origin: string | undefined;
}

/** Applies the CORS policy to responses. */
export interface Cors {
  /** Adds the policy's headers; true for an answered preflight. Call it before anything may refuse. */
  readonly apply: (request: FastifyRequest, reply: FastifyReply) => boolean;
  /** False without an origin. */
  readonly allows: (request: FastifyRequest) => boolean;
  readonly answerRefused: (refused: RefusedRequest) => CorsAnswer;
}

const NOTHING: CorsAnswer = { headers: {}, vary: [] };

/** CORS settings. */
export interface CorsDependencies {
  readonly corsPolicy?: CorsPolicySource;
  /** For requests refused by the HTTP parser. */
  readonly publicUrl: string | null;
  readonly publicAddress: PublicAddress;
}

/** The CORS handling. */
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
