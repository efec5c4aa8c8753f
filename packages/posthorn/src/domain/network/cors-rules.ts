/** Matches origins. */
export interface OriginPattern {
  readonly source: string;
  readonly matches: (origin: string) => boolean;
}

/** Paths below the installation, or URLs; `*` matches any characters. */
export interface PathPatterns {
  readonly everywhere: readonly string[];
  /** Instead, for single hosts (lower case, no port). */
  readonly byHost: ReadonlyMap<string, readonly string[]>;
}

/** `app/config/cors.js` (lumen-app-email, "CORS options"). */
export interface CorsRules {
  readonly paths: PathPatterns;
  /** Lower case: `*`, `null`, origins, also with `*`; without a scheme: any. */
  readonly allowedOrigins: readonly string[];
  readonly allowedOriginPatterns: readonly OriginPattern[];
  /** `*`: any requested method. */
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  /** Besides those always exposed. */
  readonly exposedHeaders: readonly string[];
  /** Null: the browser's default. */
  readonly maxAgeSeconds: number | null;
  readonly hasCredentials: boolean;
}
