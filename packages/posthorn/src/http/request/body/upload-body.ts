import type { FastifyInstance } from 'fastify';

/** Leaves bodies of all types to the routes. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
