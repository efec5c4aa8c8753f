import type { FastifyInstance } from 'fastify';
import { noteBody } from './body-digest.ts';

/**
 * Accepts `application/json` only: other sites can send forms, which get 415. Empty bodies count as none:
 * clients send the type even with DELETE. Keys that reach prototypes cause 400.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    noteBody(request, String(body));
    if (body === '') done(null, undefined);
    else void parseJson(request, String(body), done);
  });
}
