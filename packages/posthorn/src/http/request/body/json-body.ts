/** Reads JSON bodies. */
import type { FastifyInstance } from 'fastify';
import { noteBody } from './body-digest.ts';

/**
 * Makes the server read `application/json` and nothing else: forms of other sites are sent as other types (415). An empty body is
 * none, for clients name the type with requests that have no body, such as DELETE. Keys that would reach prototypes are refused
 * with 400.
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
