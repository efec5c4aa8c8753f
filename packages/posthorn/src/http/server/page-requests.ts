import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemOf, RequestProblems } from '../answer/problem.ts';
import type { Cors } from '../cors/cors.ts';
import type { PublicAddress } from '../request/url/public-address.ts';

interface PageRequestDependencies {
  readonly cors: Pick<Cors, 'allows'>;
  readonly publicAddress: Pick<PublicAddress, 'baseOf'>;
}

const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** W3C Fetch Metadata. */
const SCRIPTED_MODES: ReadonlySet<unknown> = new Set([undefined, 'cors', 'same-origin']);
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);
/** Body types without preflight (Fetch Standard, "CORS-safelisted request-header"). */
const SIMPLE_TYPE = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;
/** Without Authorization, which browsers also add themselves. */
const PREFLIGHT_HEADERS = ['x-requested-with', 'x-cnmail-data', 'idempotency-key', 'if-match'];
const BEARER = /^bearer\s/i;

/**
 * Prevents cross-site request forgery. Refuses changes as `unsupported-media-type` if the browser reports a form or a
 * page without CORS, or if they need no preflight and CORS forbids their origin. Form routes check themselves.
 */
export function refusePageRequests(app: FastifyInstance, dependencies: PageRequestDependencies): void {
  app.addHook('onRequest', async (request) => {
    if (READING_METHODS.has(request.method) || request.routeOptions.config.isForm === true) return;
    const isUnasked =
      !SCRIPTED_MODES.has(request.headers['sec-fetch-mode']) ||
      (needsNoPreflight(request) && isOfForeignPage(request, dependencies));
    if (!isUnasked) return;
    const detail = 'Requests that a page sends without CORS are refused.';
    throw new RequestProblems([problemOf('unsupported-media-type', { detail })]);
  });
}

function needsNoPreflight({ method, headers }: FastifyRequest): boolean {
  const { 'content-type': type, authorization = '' } = headers;
  if (method !== 'POST' || BEARER.test(authorization)) return false;
  if (PREFLIGHT_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return type === undefined || SIMPLE_TYPE.test(type);
}

function isOfForeignPage(request: FastifyRequest, { cors, publicAddress }: PageRequestDependencies): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined || OWN_SITES.has(site) || cors.allows(request)) return false;
  // Browsers send Sec-Fetch-Site to secure addresses only.
  return site !== undefined || origin !== originOf(publicAddress.baseOf(request));
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
