/** What the operator allows to pages of other origins, in the form that the policy works with. */

/** An expression for origins. */
export interface OriginPattern {
  /** True when the whole origin matches. */
  readonly matches: (origin: string) => boolean;
}

/** Patterns of paths below the installation or of whole URLs, where `*` stands for any characters. */
export interface PathPatterns {
  readonly everywhere: readonly string[];
  /** Those of single hosts, in place of the others. Host names are lower case and have no port. */
  readonly byHost: ReadonlyMap<string, readonly string[]>;
}

/** The options of `app/config/cors.js`. */
export interface CorsRules {
  /** Where CORS is on. */
  readonly paths: PathPatterns;
  /**
   * `*`, `null`, whole origins, and origins with `*` in them; those without a scheme stand for any scheme
   * (`example.org:*`). Lower case, as browsers write origins.
   */
  readonly allowedOrigins: readonly string[];
  readonly allowedOriginPatterns: readonly OriginPattern[];
  /** Names, or `*` for each that is asked for. */
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  /** Empty: none but those that browsers always show. */
  readonly exposedHeaders: readonly string[];
  /** How long browsers may keep the answer to a preflight; null leaves it to them. */
  readonly maxAgeSeconds: number | null;
  readonly hasCredentials: boolean;
}
