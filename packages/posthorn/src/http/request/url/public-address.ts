import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { NetworkList } from '../../../domain/network/network-list.ts';
import { servicePrefix } from './service-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** API path prefix. */
    prefix?: string;
  }
}

const DECORATOR = 'publicAddress';

/** RFC 3986 §3.3, and escapes. */
const OUTSIDE_OF_PATH = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/]/g;
/** A leading `//` would name another host. */
const FORWARDED_PREFIX = /^(?:\/[A-Za-z0-9._~%-]+)+\/?$/;
const MAX_PREFIX_LENGTH = 200;

/** Address options. */
export interface PublicAddressOptions {
  /** Without a trailing slash; null: derived from each request. */
  readonly publicUrl: string | null;
  readonly isTrustedProxy: NetworkList;
}

/** Base of links, which are absolute: clients have other origins. */
export interface PublicAddress {
  /** Without a trailing slash: `https://mail.example.org/api`. */
  readonly baseOf: (request: FastifyRequest) => string;
  /** Relative to the host, as `/api`; absolute if configured. */
  readonly prefixOf: (request: FastifyRequest) => string;
}

/**
 * Without `publicUrl`, uses the request and trusted proxies' X-Forwarded-Proto, X-Forwarded-Host and
 * X-Forwarded-Prefix.
 */
export function createPublicAddress({ publicUrl, isTrustedProxy }: PublicAddressOptions): PublicAddress {
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

/** Attaches the address to all requests. */
export function addPublicAddress(app: FastifyInstance, address: PublicAddress): void {
  app.decorateRequest(DECORATOR, { getter: () => address });
}

/** Path prefix of services. */
export function publicPrefix(request: FastifyRequest): string {
  return request.getDecorator<PublicAddress>(DECORATOR).prefixOf(request);
}

/** Base address of the route's API version. */
export function requestBase(request: FastifyRequest): string {
  return publicBase(request) + (request.routeOptions.config.prefix ?? '');
}

/** Without the query, as a valid URI. */
export function requestAddress(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  return publicBase(request) + path.replace(OUTSIDE_OF_PATH, encodeURIComponent);
}

/** The server's public address, without a trailing slash. */
export function publicBase(request: FastifyRequest): string {
  return request.getDecorator<PublicAddress>(DECORATOR).baseOf(request);
}

/** Empty without Host: links are then relative. */
function originOf({ protocol, host }: FastifyRequest): string {
  return host === '' ? '' : `${protocol}://${host}`;
}

function forwardedPrefix({ headers }: FastifyRequest): string {
  const value = headers['x-forwarded-prefix'];
  const isPrefix =
    typeof value === 'string' && value.length <= MAX_PREFIX_LENGTH && FORWARDED_PREFIX.test(value);
  return isPrefix ? servicePrefix(value) : '';
}
