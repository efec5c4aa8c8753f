import type { PathPatterns } from '../../domain/network/cors-rules.ts';
import { matchesWildcard } from './wildcard.ts';

/** A request's address. */
export interface CorsTarget {
  /** Lower case, without the port. */
  readonly host: string;
  /** Below the installation's path: a leading slash, no query. */
  readonly path: string;
  /** With the query. */
  readonly url: string;
}

/** Matches targets against patterns of paths or URLs, ignoring trailing slashes. */
export function createCoverage({ everywhere, byHost }: PathPatterns): (target: CorsTarget) => boolean {
  const patternsEverywhere = everywhere.map(trimSlashes);
  const patternsByHost = new Map([...byHost].map(([host, patterns]) => [host, patterns.map(trimSlashes)]));
  return ({ host, path, url }) => {
    const trimmed = trimSlashes(path);
    const patterns = patternsByHost.get(host) ?? patternsEverywhere;
    return patterns.some((pattern) => matchesWildcard(pattern, trimmed) || matchesWildcard(pattern, url));
  };
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return start === end ? '/' : path.slice(start, end);
}
