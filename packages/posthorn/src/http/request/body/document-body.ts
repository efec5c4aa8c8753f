/** Bodies that are JSON:API documents (JSON:API 1.1 §content-negotiation). */
import type { FastifyInstance } from 'fastify';
import { JSON_API_MEDIA_TYPE } from 'relfield';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { noteBody } from './body-digest.ts';

const MEDIA_TYPES = [JSON_API_MEDIA_TYPE, 'application/json'];

/**
 * Makes the routes of `scope` take documents under either name of their media type, and nothing else. An empty body is not a document. Keys that
 * would reach prototypes are refused like all that is no JSON: RequestProblems `invalid-json`, which points at the whole document.
 */
export function acceptDocuments(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser(MEDIA_TYPES, { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    noteBody(request, text);
    if (text === '') return done(null, undefined);
    void parseJson(request, text, (error, value) => (error ? done(notJson()) : done(null, value)));
  });
}

/** The failure of a body that is no JSON. */
export function notJson(): RequestProblems {
  const detail = 'The body is not JSON, or it has a key such as __proto__.';
  return new RequestProblems([problemOf('invalid-json', { detail, source: { pointer: '' } })]);
}
