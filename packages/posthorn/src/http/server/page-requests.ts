/** Refuses changes that a page of any site can make a browser ask for, with the login that the browser remembers. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemOf, RequestProblems } from '../answer/problem.ts';
import type { Cors } from '../cors/cors.ts';
import type { PublicAddress } from '../request/url/public-address.ts';

interface PageRequestDependencies {
  readonly cors: Pick<Cors, 'allows'>;
  readonly publicAddress: Pick<PublicAddress, 'baseOf'>;
}

const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** How a page that may do so sends a request by script (W3C Fetch Metadata). */
const SCRIPTED_MODES: ReadonlySet<unknown> = new Set([undefined, 'cors', 'same-origin']);
/** Where requests come from that no other site has caused. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);
/** Media types of bodies that need no preflight (Fetch Standard, "CORS-safelisted request-header"). */
const SIMPLE_TYPE = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;
/** Headers of clients of the API that need a preflight. Authorization is not one of them: browsers add what they remember. */
const PREFLIGHT_HEADERS = ['x-requested-with', 'x-cnmail-data', 'idempotency-key', 'if-match'];
const BEARER = /^bearer\s/i;

/**
 * Refuses requests that change something, with `unsupported-media-type`, when a browser says that a form or a page without CORS sends
 * them, and when they come from a page of another origin that CORS does not allow and need no preflight: nobody has asked this server
 * then whether the page may send them.
 */
export function refusePageRequests(app: FastifyInstance, dependencies: PageRequestDependencies): void {
  app.addHook('onRequest', async (request) => {
    if (READING_METHODS.has(request.method)) return;
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
  // Browsers tell the site to secure addresses only.
  return site !== undefined || origin !== originOf(publicAddress.baseOf(request));
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
