/** Knows which methods the routes of a scope have, so that a wrong method is 405 and not 404. */

/** A route pattern in Fastify's notation and its methods. */
export interface RoutePattern {
  readonly url: string;
  readonly method: string | readonly string[];
}

/** The routes seen so far, and the methods of those that match a path. */
export interface AllowedMethods {
  add(route: RoutePattern): void;
  /** Returns the methods of all routes that match the path of a request target, in alphabetical order. */
  methodsFor(target: string): readonly string[];
}

type Segment = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'any' | 'rest' };

interface Route {
  readonly segments: readonly Segment[];
  readonly methods: readonly string[];
}

/** Returns an empty list of routes. A segment with a parameter matches any text, as far as a 405 is concerned. */
export function createAllowedMethods(): AllowedMethods {
  const routes: Route[] = [];
  return {
    add: ({ url, method }) => {
      // CORS plugins answer OPTIONS for every path there is; such a route is no evidence that a path exists.
      const methods = [method].flat().filter((name) => name !== 'OPTIONS');
      routes.push({ segments: url.split('/').map(toSegment), methods });
    },
    methodsFor: (target) => {
      const path = pathSegments(target);
      const matching = routes.filter(({ segments }) => matches(segments, path));
      return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
    },
  };
}

function toSegment(text: string): Segment {
  if (text.includes('*')) return { kind: 'rest' };
  return text.includes(':') ? { kind: 'any' } : { kind: 'text', text };
}

function pathSegments(target: string): readonly string[] {
  const [path = ''] = target.split(/[?#]/, 1);
  return path.split('/');
}

function matches(segments: readonly Segment[], path: readonly string[]): boolean {
  const rest = segments.findIndex(({ kind }) => kind === 'rest');
  const isLongEnough = rest === -1 ? path.length === segments.length : path.length > rest;
  const compared = rest === -1 ? segments : segments.slice(0, rest);
  return (
    isLongEnough &&
    compared.every((segment, index) => segment.kind !== 'text' || segment.text === path[index])
  );
}
