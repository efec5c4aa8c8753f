/** Where a request was sent to, for the links of its answer. */
import type { FastifyRequest } from 'fastify';

/** What may stand in a path as it is (RFC 3986 §3.3); the percent sign belongs to escapes. */
const OUTSIDE_OF_PATH = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/]/g;

/**
 * The address below which the version is served, in the client's own spelling of the host. Links are absolute,
 * because clients live on other origins. `routePath` is the path of the route below the version's prefix.
 */
export function requestBase(request: FastifyRequest, routePath: string): string {
  const { url = '' } = request.routeOptions;
  return originOf(request) + url.slice(0, url.length - routePath.length);
}

/** The address of the request without its query, as a valid URI. */
export function requestAddress(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  return originOf(request) + path.replace(OUTSIDE_OF_PATH, encodeURIComponent);
}

/** Empty where an old client names no host: the links are then relative to it. */
function originOf({ protocol, host }: FastifyRequest): string {
  return host === '' ? '' : `${protocol}://${host}`;
}
