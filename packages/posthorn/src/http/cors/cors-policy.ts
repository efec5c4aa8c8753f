/** The answers to requests of pages from other origins (Fetch Standard, "CORS protocol"). */
import { type AllowedOrigins, createAllowedOrigins } from './allowed-origins.ts';
import type { CorsRules } from './cors-rules.ts';
import { type CorsTarget, createCoverage } from './covered-paths.ts';

/** What a preflight asks for: the values of its headers. */
export interface CorsPreflight {
  readonly origin: string | undefined;
  readonly method: string;
  readonly headers: string | undefined;
}

/** What CORS adds to an answer. */
export interface CorsAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of the request that the answer depends on. */
  readonly vary: readonly string[];
}

export interface CorsPolicy {
  /** True when CORS is on for the target. For others, answers stay as they are. */
  readonly covers: (target: CorsTarget) => boolean;
  /** For the answer to a preflight. No headers when the origin is not allowed. */
  readonly answerPreflight: (preflight: CorsPreflight) => CorsAnswer;
  /** For the answer to any other request, whatever its status. No headers when the origin is not allowed. */
  readonly answerRequest: (origin: string | undefined) => CorsAnswer;
}

/** A method, or header names with commas between them: all else would be an invention of the client. */
const ECHOED = /^[A-Za-z0-9!#$%&'*+.^_`|~, \t-]+$/;

/** The policy of these rules. */
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
 * What is told of a list of names. With `*` the answer repeats the question: a literal `*` would not cover
 * Authorization, and nothing at all for requests with credentials (Fetch Standard, "CORS-preflight fetch").
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
