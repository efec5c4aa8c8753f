import type { FastifyInstance } from 'fastify';

interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** Sorted by name; empty for an unknown path. */
export type AllowedMethods = (path: string) => readonly string[];

/** Covers routes added later. */
export function watchAllowedMethods(app: FastifyInstance): AllowedMethods {
  const knownPaths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = knownPaths.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name);
    knownPaths.set(url, known);
  });

  return (path) => {
    const segments = path.split('/');
    const methods = [...knownPaths.values()]
      .filter((known) => matches(known.segments, segments))
      .flatMap((known) => [...known.methods]);
    return [...new Set(methods)].sort();
  };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((expected, index) => expected.startsWith(':') || expected === segments[index])
  );
}
