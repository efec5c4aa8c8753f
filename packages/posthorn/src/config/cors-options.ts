/** Cross-Origin Resource Sharing as the operator configures it (lumen-app-email, "CORS options"). */

/** An expression for origins. */
export interface OriginPattern {
  /** The expression as it was written. */
  readonly source: string;
  readonly matches: (origin: string) => boolean;
}

/** Patterns with `*` for any characters. */
export interface PathPatterns {
  readonly everywhere: readonly string[];
  /** Those of single hosts, in place of the others. Host names are lower case. */
  readonly byHost: ReadonlyMap<string, readonly string[]>;
}

/** The eight options of `app/config/cors.js`, checked. */
export interface CorsOptions {
  readonly paths: PathPatterns;
  /** `*`, `null`, origins, and origins with `*` in them; lower case. */
  readonly allowedOrigins: readonly string[];
  readonly allowedOriginPatterns: readonly OriginPattern[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  /** Null: no header is sent. */
  readonly maxAgeSeconds: number | null;
  readonly hasCredentials: boolean;
}

/** The defaults: no path has CORS. */
export const DEFAULT_CORS_OPTIONS: CorsOptions = {
  paths: { everywhere: [], byHost: new Map() },
  allowedOrigins: ['*'],
  allowedOriginPatterns: [],
  allowedMethods: ['*'],
  allowedHeaders: ['*'],
  exposedHeaders: [],
  maxAgeSeconds: 0,
  hasCredentials: false,
};

/** The headers of answers that browsers hide from pages of other origins unless they are exposed. */
export const ANSWER_HEADERS: readonly string[] = [
  ...['Accept-Ranges', 'Allow', 'Content-Disposition', 'Content-Range', 'ETag', 'Idempotency-Replayed'],
  ...['Location', 'Retry-After', 'Server-Timing', 'WWW-Authenticate', 'X-Request-Id'],
];

/** Any host with any port or none, of one scheme or of all. */
const EVERY_ORIGIN = /^(?:[^/]*:\/\/)?\*+(?::\*+)?$/;
/** An origin that cannot exist (RFC 6761 §6.4). */
const UNMEANT_ORIGIN = 'https://page-of-nobody.invalid';

/** What lets in the pages of every site, an origin or an expression as it was written; undefined when nothing does. */
export function findEveryOrigin(options: CorsOptions): string | undefined {
  const { allowedOrigins, allowedOriginPatterns } = options;
  return (
    allowedOrigins.find((entry) => EVERY_ORIGIN.test(entry)) ??
    allowedOriginPatterns.find(({ matches }) => matches(UNMEANT_ORIGIN))?.source
  );
}
