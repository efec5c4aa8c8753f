import type { CorsRules, OriginPattern } from '../domain/network/cors-rules.ts';
import { findEveryOrigin } from './cors-options.ts';

/** `^…$` in delimiters. */
const ANCHORED = /^.(?:\^|\\A).*(?:(?<!\\)\$|\\[zZ]).[a-z]*$/s;

/** Allowed origins as a phrase. */
export function describeOrigins(options: CorsRules): string {
  if (findEveryOrigin(options) !== undefined) return 'all origins';
  return [...options.allowedOrigins, ...options.allowedOriginPatterns.map(({ source }) => source)].join(', ');
}

/** Warnings of risky CORS rules. `environment`: APP_ENV. */
export function warnOfCors(options: CorsRules, environment: string): readonly string[] {
  if (options.paths.everywhere.length === 0 && options.paths.byHost.size === 0) return [];
  return [
    ...(environment === 'production' ? warnOfEveryOrigin(options) : []),
    ...options.allowedOriginPatterns.filter(({ source }) => !ANCHORED.test(source)).map(warnOfWholeMatch),
  ];
}

function warnOfEveryOrigin(options: CorsRules): readonly string[] {
  const entry = findEveryOrigin(options);
  if (entry === undefined) return [];
  return [`CORS: ${entry} lets in the pages of every site.`];
}

function warnOfWholeMatch({ source }: OriginPattern): string {
  return `CORS: ${source} in allowed_origins_patterns has to match the whole origin, as if it had ^ and $.`;
}
