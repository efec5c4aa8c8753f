/** A Fastify route pattern and its methods. */
export interface RoutePattern {
  readonly url: string;
  readonly method: string | readonly string[];
}

/** A scope's methods, for 405. */
export interface AllowedMethods {
  add(route: RoutePattern): void;
  /** Sorted methods of all matching routes. */
  methodsFor(target: string): readonly string[];
}

type Segment = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'any' | 'rest' };

interface Route {
  readonly segments: readonly Segment[];
  readonly methods: readonly string[];
}

/** A segment with a parameter matches any text. */
export function createAllowedMethods(): AllowedMethods {
  const routes: Route[] = [];
  return {
    add: ({ url, method }) => {
      // CORS plugins answer OPTIONS for every path.
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
