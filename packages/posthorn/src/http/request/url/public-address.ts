/** Where clients reach the installation: links begin with it. They are absolute, because clients live on other origins. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { NetworkList } from '../../../domain/network-list.ts';
import { servicePrefix } from './service-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What stands before the path of a route of the API. */
    prefix?: string;
  }
}

const DECORATOR = 'publicAddress';

/** What may stand in a path as it is (RFC 3986 §3.3); the percent sign belongs to escapes. */
const OUTSIDE_OF_PATH = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/]/g;
/** Segments, so that no prefix can begin with the `//` of another host. */
const FORWARDED_PREFIX = /^(?:\/[A-Za-z0-9._~%-]+)+\/?$/;
/** Longer than any path that somebody installs a service below. */
const MAX_PREFIX_LENGTH = 200;

export interface PublicAddressOptions {
  /** The address that the operator gave, without a slash at its end. Null: that of each request. */
  readonly publicUrl: string | null;
  readonly isTrustedProxy: NetworkList;
}

export interface PublicAddress {
  /** The address of the installation, without a slash at its end: `https://mail.example.org/api`. */
  readonly baseOf: (request: FastifyRequest) => string;
  /** The same where the reader knows the host anyway: `/api`, or whole where the operator gave the address. */
  readonly prefixOf: (request: FastifyRequest) => string;
}

/**
 * The address of the installation. Without `publicUrl` this is where a request was sent to, as trusted proxies tell it
 * with X-Forwarded-Proto, X-Forwarded-Host and X-Forwarded-Prefix.
 */
export function createPublicAddress({ publicUrl, isTrustedProxy }: PublicAddressOptions): PublicAddress {
  // CORS and every link ask for it.
  const prefixes = new WeakMap<FastifyRequest, string>();
  const forwarded = (request: FastifyRequest): string => {
    const known = prefixes.get(request);
    if (known !== undefined) return known;
    const prefix = isTrustedProxy(request.socket.remoteAddress) ? forwardedPrefix(request) : '';
    prefixes.set(request, prefix);
    return prefix;
  };
  return {
    baseOf: (request) => publicUrl ?? originOf(request) + forwarded(request),
    prefixOf: (request) => publicUrl ?? forwarded(request),
  };
}

/** Lets the routes of the server know the address. */
export function addPublicAddress(app: FastifyInstance, address: PublicAddress): void {
  app.decorateRequest(DECORATOR, { getter: () => address });
}

/** What stands before the paths of the services for this request. */
export function publicPrefix(request: FastifyRequest): string {
  return request.getDecorator<PublicAddress>(DECORATOR).prefixOf(request);
}

/** The address below which the version of the route is served. */
export function requestBase(request: FastifyRequest): string {
  return publicBase(request) + (request.routeOptions.config.prefix ?? '');
}

/** The address of the request without its query, as a valid URI. */
export function requestAddress(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  return publicBase(request) + path.replace(OUTSIDE_OF_PATH, encodeURIComponent);
}

function publicBase(request: FastifyRequest): string {
  return request.getDecorator<PublicAddress>(DECORATOR).baseOf(request);
}

/** Empty where an old client names no host: the links are then relative to it. */
function originOf({ protocol, host }: FastifyRequest): string {
  return host === '' ? '' : `${protocol}://${host}`;
}

function forwardedPrefix({ headers }: FastifyRequest): string {
  const value = headers['x-forwarded-prefix'];
  const isPrefix =
    typeof value === 'string' && value.length <= MAX_PREFIX_LENGTH && FORWARDED_PREFIX.test(value);
  return isPrefix ? servicePrefix(value) : '';
}
