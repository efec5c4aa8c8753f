/** Bodies that may be a file, a form with files, or a document that names a file. */
import type { FastifyInstance } from 'fastify';

/** Makes the routes of `scope` take any body, and leaves all reading and judging of it to them. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
