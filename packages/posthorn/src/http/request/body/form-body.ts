import type { FastifyInstance } from 'fastify';

/** Restricts the routes to forms with files (RFC 7578), which they read themselves. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}
