/** Where CORS is on. */
import type { PathPatterns } from './cors-rules.ts';
import { matchesWildcard } from './wildcard.ts';

/** Where a request goes to. */
export interface CorsTarget {
  /** Lower case, without the port. */
  readonly host: string;
  /** The path below the installation's own, with the slash in front and without the query. */
  readonly path: string;
  /** The whole address as the client has it, with the query. */
  readonly url: string;
}

/**
 * A function that tells whether patterns cover a target. Slashes at the ends of paths and patterns do not matter;
 * a pattern may also be one of whole URLs.
 */
export function createCoverage({ everywhere, byHost }: PathPatterns): (target: CorsTarget) => boolean {
  const patternsEverywhere = everywhere.map(trimSlashes);
  const patternsByHost = new Map([...byHost].map(([host, patterns]) => [host, patterns.map(trimSlashes)]));
  return ({ host, path, url }) => {
    const trimmed = trimSlashes(path);
    const patterns = patternsByHost.get(host) ?? patternsEverywhere;
    return patterns.some((pattern) => matchesWildcard(pattern, trimmed) || matchesWildcard(pattern, url));
  };
}

/** The root stays a slash, so that it can be named. */
function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return start === end ? '/' : path.slice(start, end);
}
