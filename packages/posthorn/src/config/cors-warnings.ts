/** What an operator should know of a CORS configuration although it is allowed. */
import { type CorsOptions, findEveryOrigin, type OriginPattern } from './cors-options.ts';

/** An expression, between its delimiters, that begins with `^` and ends with `$`. */
const ANCHORED = /^.(?:\^|\\A).*(?:(?<!\\)\$|\\[zZ]).[a-z]*$/s;

/** The allowed origins, as a phrase. */
export function describeOrigins(options: CorsOptions): string {
  if (findEveryOrigin(options) !== undefined) return 'all origins';
  return [...options.allowedOrigins, ...options.allowedOriginPatterns.map(({ source }) => source)].join(', ');
}

/** One sentence each. `environment` is the value of APP_ENV. */
export function warnOfCors(options: CorsOptions, environment: string): readonly string[] {
  if (options.paths.everywhere.length === 0 && options.paths.byHost.size === 0) return [];
  return [
    ...(environment === 'production' ? warnOfEveryOrigin(options) : []),
    ...options.allowedOriginPatterns.filter(({ source }) => !ANCHORED.test(source)).map(warnOfWholeMatch),
  ];
}

function warnOfEveryOrigin(options: CorsOptions): readonly string[] {
  const entry = findEveryOrigin(options);
  if (entry === undefined) return [];
  return [`CORS: ${entry} lets in the pages of every site.`];
}

function warnOfWholeMatch({ source }: OriginPattern): string {
  return `CORS: ${source} in allowed_origins_patterns has to match the whole origin, as if it had ^ and $.`;
}
