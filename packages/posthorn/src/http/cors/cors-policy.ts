import type { CorsRules } from '../../domain/network/cors-rules.ts';
import { type AllowedOrigins, createAllowedOrigins } from './allowed-origins.ts';
import { type CorsTarget, createCoverage } from './covered-paths.ts';

/** A preflight's header fields. */
export interface CorsPreflight {
  readonly origin: string | undefined;
  readonly method: string;
  readonly headers: string | undefined;
}

/** A response's CORS header fields. */
export interface CorsAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly vary: readonly string[];
}

/** Answers to other origins' pages (Fetch Standard, "CORS protocol"); empty for a refused origin. */
export interface CorsPolicy {
  readonly covers: (target: CorsTarget) => boolean;
  readonly answerPreflight: (preflight: CorsPreflight) => CorsAnswer;
  readonly answerRequest: (origin: string | undefined) => CorsAnswer;
}

/** A method, or comma-separated header names. */
const ECHOED = /^[A-Za-z0-9!#$%&'*+.^_`|~, \t-]+$/;

/** A policy from rules. */
export function createCorsPolicy(rules: CorsRules): CorsPolicy {
  const origins = createAllowedOrigins(rules);
  const requestHeaders = {
    ...(rules.hasCredentials && { 'access-control-allow-credentials': 'true' }),
    ...listHeader('access-control-expose-headers', rules.exposedHeaders),
  };
  const preflightHeaders = {
    ...(rules.hasCredentials && { 'access-control-allow-credentials': 'true' }),
    ...(rules.maxAgeSeconds !== null && { 'access-control-max-age': String(rules.maxAgeSeconds) }),
  };
  const allowMethods = createAllowance(rules.allowedMethods.map((name) => name.toUpperCase()));
  const allowHeaders = createAllowance(rules.allowedHeaders.map((name) => name.toLowerCase()));
  const preflightVary = [
    ...varyBy(origins),
    ...(allowMethods.isEcho ? ['Access-Control-Request-Method'] : []),
    ...(allowHeaders.isEcho ? ['Access-Control-Request-Headers'] : []),
  ];

  return {
    covers: createCoverage(rules.paths),
    answerRequest(origin) {
      return { headers: withOrigin(origins.answerTo(origin), requestHeaders), vary: varyBy(origins) };
    },
    answerPreflight({ origin, method, headers }) {
      const allowed = withOrigin(origins.answerTo(origin), {
        ...preflightHeaders,
        ...listHeader('access-control-allow-methods', allowMethods.answerTo(method)),
        ...listHeader('access-control-allow-headers', allowHeaders.answerTo(headers)),
      });
      return { headers: allowed, vary: preflightVary };
    },
  };
}

function varyBy({ dependsOnOrigin }: AllowedOrigins): readonly string[] {
  return dependsOnOrigin ? ['Origin'] : [];
}

function withOrigin(
  allowOrigin: string | undefined,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return allowOrigin === undefined ? {} : { 'access-control-allow-origin': allowOrigin, ...headers };
}

/**
 * `*` echoes the requested names: a literal one covers neither Authorization nor requests with credentials (Fetch
 * Standard, "CORS-preflight fetch").
 */
function createAllowance(names: readonly string[]) {
  const isEcho = names.includes('*');
  const echo = (asked: string | undefined): readonly string[] =>
    asked !== undefined && ECHOED.test(asked) ? [asked] : [];
  return { isEcho, answerTo: isEcho ? echo : () => names };
}

function listHeader(name: string, values: readonly string[]): Readonly<Record<string, string>> {
  return values.length === 0 ? {} : { [name]: values.join(', ') };
}
