/** The allowed origins, as answers announce them. */
import type { CorsRules, OriginPattern } from './cors-rules.ts';
import { matchesWildcard } from './wildcard.ts';

export interface AllowedOrigins {
  /** The value of Access-Control-Allow-Origin for a request of this origin; undefined when it is not allowed. */
  readonly answerTo: (origin: string | undefined) => string | undefined;
  /** True when that value is not the same for all. */
  readonly dependsOnOrigin: boolean;
}

/** Scheme, host and port. The origin `null` is not one of these: it is allowed only where it is listed. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\,]+$/;
/** A host name has at most 253 characters; the schemes of browser extensions are short. */
const MAX_ORIGIN_LENGTH = 512;

/** The origins that the rules allow. A single fixed origin is sent to every client, so that caches need not vary by origin. */
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
  if (entry.includes('://')) return { matches: (origin) => matchesWildcard(entry, origin) };
  return { matches: (origin) => matchesWildcard(entry, origin.slice(origin.indexOf('://') + 3)) };
}

function isOrigin(text: string): boolean {
  return text.length <= MAX_ORIGIN_LENGTH && ORIGIN.test(text);
}
