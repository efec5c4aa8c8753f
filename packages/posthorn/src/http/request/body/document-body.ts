import type { FastifyInstance } from 'fastify';
import { JSON_API_MEDIA_TYPE } from 'relfield';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { noteBody } from './body-digest.ts';

const MEDIA_TYPES = [JSON_API_MEDIA_TYPE, 'application/json'];

/**
 * Restricts the routes to JSON:API documents (JSON:API 1.1 §content-negotiation). Keys that reach prototypes
 * are `invalid-json`; empty bodies are undefined.
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

/** Problem of malformed JSON. */
export function notJson(): RequestProblems {
  const detail = 'The body is not JSON, or it has a key such as __proto__.';
  return new RequestProblems([problemOf('invalid-json', { detail, source: { pointer: '' } })]);
}
