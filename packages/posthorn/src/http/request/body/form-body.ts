/** Bodies that are forms with files (RFC 7578). */
import type { FastifyInstance } from 'fastify';

/** Makes the routes of `scope` take forms with files and no other body, and leaves the reading to them. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}
