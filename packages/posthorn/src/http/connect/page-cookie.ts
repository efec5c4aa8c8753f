import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secret } from '../../domain/logins/secret.ts';
import { requestBase } from '../request/url/public-address.ts';

/** A session's cookie in one browser. */
export interface PageCookie {
  /** Binds a sign-in to the browser. */
  readonly browser: Secret;
  readonly page: Secret;
}

const NAME = 'posthorn-connect-';
const BROWSER_OCTETS = 32;
const VALUE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;
/** Longest session. */
const MAX_AGE_SECONDS = 86_400;

/** The session's cookie, if any. */
export function readPageCookie(request: FastifyRequest, session: string): PageCookie | null {
  const name = nameOf(request, session);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const [, browser, page] = VALUE.exec(value ?? '') ?? [];
  if (browser === undefined || page === undefined) return null;
  return { browser: new Secret(browser), page: new Secret(page) };
}

/** Returns or sets the page's cookie. `Lax`: providers return by a cross-site link. */
export function keepPageCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { session, secret }: { readonly session: string; readonly secret: Secret },
): PageCookie {
  const known = readPageCookie(request, session);
  if (known !== null && isSame(known.page, secret)) return known;
  const browser = randomBytes(BROWSER_OCTETS).toString('base64url');
  const value = `${browser}.${secret.reveal()}`;
  const attributes = `Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(request, session)}=${value}; ${attributes}`);
  return { browser: new Secret(browser), page: secret };
}

/** True if this browser opened the page. Other sites' forms lack the cookie. */
export function hasPageCookie(
  request: FastifyRequest,
  { session, secret }: { readonly session: string; readonly secret: Secret },
): boolean {
  const cookie = readPageCookie(request, session);
  return cookie !== null && isSame(cookie.page, secret);
}

/** The domain's other hosts cannot set `__Host-` cookies (RFC 6265bis §4.1.3.2). */
function nameOf(request: FastifyRequest, session: string): string {
  return `${isSecure(request) ? '__Host-' : ''}${NAME}${session}`;
}

function isSecure(request: FastifyRequest): boolean {
  return requestBase(request).startsWith('https:');
}

function isSame(one: Secret, other: Secret): boolean {
  const [first, second] = [Buffer.from(one.reveal()), Buffer.from(other.reveal())];
  return first.length === second.length && timingSafeEqual(first, second);
}
