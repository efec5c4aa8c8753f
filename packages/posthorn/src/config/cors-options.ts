import type { CorsRules } from '../domain/network/cors-rules.ts';

/** No path has CORS. */
export const DEFAULT_CORS_OPTIONS: CorsRules = {
  paths: { everywhere: [], byHost: new Map() },
  allowedOrigins: ['*'],
  allowedOriginPatterns: [],
  allowedMethods: ['*'],
  allowedHeaders: ['*'],
  exposedHeaders: [],
  maxAgeSeconds: 0,
  hasCredentials: false,
};

/** Other origins see them only if exposed. */
export const ANSWER_HEADERS: readonly string[] = [
  ...['Accept-Ranges', 'Allow', 'Content-Disposition', 'Content-Range', 'ETag', 'Idempotency-Replayed'],
  ...['Location', 'Retry-After', 'Server-Timing', 'WWW-Authenticate', 'X-Request-Id'],
];

/** Any host and port, of one scheme or all. */
const EVERY_ORIGIN = /^(?:[^/]*:\/\/)?\*+(?::\*+)?$/;
/** RFC 6761 §6.4: cannot exist. */
const UNMEANT_ORIGIN = 'https://page-of-nobody.invalid';

/** The entry allowing every site, if any. */
export function findEveryOrigin(options: CorsRules): string | undefined {
  const { allowedOrigins, allowedOriginPatterns } = options;
  return (
    allowedOrigins.find((entry) => EVERY_ORIGIN.test(entry)) ??
    allowedOriginPatterns.find(({ matches }) => matches(UNMEANT_ORIGIN))?.source
  );
}
