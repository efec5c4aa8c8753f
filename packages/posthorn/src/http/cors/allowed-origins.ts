import type { CorsRules, OriginPattern } from '../../domain/network/cors-rules.ts';
import { matchesWildcard } from './wildcard.ts';

/** Origins allowed by CORS. */
export interface AllowedOrigins {
  /** The Access-Control-Allow-Origin value; undefined: refused. */
  readonly answerTo: (origin: string | undefined) => string | undefined;
  readonly dependsOnOrigin: boolean;
}

/** The origin `null` needs an explicit rule. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\,]+$/;
const MAX_ORIGIN_LENGTH = 512;

/** Decides about origins. A single fixed one goes to every client: caches need not vary. */
export function createAllowedOrigins(rules: CorsRules): AllowedOrigins {
  const { allowedOrigins, allowedOriginPatterns, hasCredentials } = rules;
  const isEverybody = allowedOrigins.includes('*');
  if (isEverybody && !hasCredentials) return { answerTo: () => '*', dependsOnOrigin: false };
  const [single, ...others] = allowedOrigins;
  const isFixed = single !== undefined && !single.includes('*') && others.length === 0;
  if (isFixed && allowedOriginPatterns.length === 0) {
    return { answerTo: () => single, dependsOnOrigin: false };
  }
  const fixed = new Set(allowedOrigins);
  const patterns = [...allowedOrigins.filter(hasWildcard).map(toPattern), ...allowedOriginPatterns];
  const isAllowed = (origin: string): boolean =>
    fixed.has(origin) || (isOrigin(origin) && patterns.some(({ matches }) => matches(origin)));
  return {
    answerTo: (origin) => (origin !== undefined && isAllowed(origin) ? origin : undefined),
    dependsOnOrigin: true,
  };
}

function hasWildcard(entry: string): boolean {
  return entry.includes('*');
}

function toPattern(entry: string): OriginPattern {
  if (entry.includes('://')) return { source: entry, matches: (origin) => matchesWildcard(entry, origin) };
  return {
    source: entry,
    matches: (origin) => matchesWildcard(entry, origin.slice(origin.indexOf('://') + 3)),
  };
}

function isOrigin(text: string): boolean {
  return text.length <= MAX_ORIGIN_LENGTH && ORIGIN.test(text);
}
