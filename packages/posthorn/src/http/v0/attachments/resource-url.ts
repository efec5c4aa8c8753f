/** The address of the requested resource, for links to what lies below it. */
import type { FastifyRequest } from 'fastify';

/** Absolute, because clients live on other origins; without query and without a slash at its end. */
export function resourceUrl(request: FastifyRequest): string {
  const [path = ''] = request.originalUrl.split('?', 1);
  return `${request.protocol}://${request.host}${path.endsWith('/') ? path.slice(0, -1) : path}`;
}
