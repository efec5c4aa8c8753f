/** The texts by which released clients recognise a failed write. */
import type { FastifyRequest } from 'fastify';

const texts = new WeakMap<FastifyRequest, string>();

/** From now on, failures of the request have this text as their `msg`; the reason stays in `title` and `detail`. */
export function tellFailureAs(request: FastifyRequest, text: string): void {
  texts.set(request, text);
}

/** The text for failures of the request, undefined when it has none of its own. */
export function failureTextOf(request: FastifyRequest | undefined): string | undefined {
  return request && texts.get(request);
}
