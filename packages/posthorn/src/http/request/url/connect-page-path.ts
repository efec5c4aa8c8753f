import type { FastifyRequest } from 'fastify';
import type { Secret } from '../../../domain/logins/secret.ts';
import { publicBase } from './public-address.ts';
import { servicePrefix } from './service-path.ts';

/** A connect page's session and secret. */
export interface PageAddress {
  readonly session: string;
  readonly secret: Secret;
}

const PAGE = '/connect/';
const CALLBACK = '/oauth/callback';

/** Route pattern of the pages. */
export function connectPagePattern(authPath: string): string {
  return `${servicePrefix(authPath)}${PAGE}:connectSessionId/:pageSecret`;
}

/** Path to which providers redirect. */
export function callbackPath(authPath: string): string {
  return `${servicePrefix(authPath)}${CALLBACK}`;
}

/** A page's public address. */
export function connectPageAddress(
  request: FastifyRequest,
  authPath: string,
  { session, secret }: PageAddress,
): string {
  return `${publicBase(request)}${servicePrefix(authPath)}${PAGE}${session}/${secret.reveal()}`;
}

/** Public address to which providers redirect. */
export function callbackAddress(request: FastifyRequest, authPath: string): string {
  return publicBase(request) + callbackPath(authPath);
}

/** True for paths whose errors are pages. */
export function isConnectPath(path: string, authPath: string): boolean {
  return path.startsWith(`${servicePrefix(authPath)}${PAGE}`) || path === callbackPath(authPath);
}
