import type { FastifyRequest } from 'fastify';

const texts = new WeakMap<FastifyRequest, string>();

/** Sets the `msg` of later failures for released clients. `title` and `detail` keep the reason. */
export function tellFailureAs(request: FastifyRequest, text: string): void {
  texts.set(request, text);
}

/** The text of `tellFailureAs`, if any. */
export function failureTextOf(request: FastifyRequest | undefined): string | undefined {
  return request && texts.get(request);
}
