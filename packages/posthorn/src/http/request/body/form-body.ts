/** Bodies that are forms with files (RFC 7578). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemOf, RequestProblems } from '../../answer/problem.ts';

/** How a page that may do so sends a form by script (W3C Fetch Metadata); older browsers do not say. */
const SCRIPTED_MODES: ReadonlySet<unknown> = new Set([undefined, 'cors', 'same-origin']);

/** Makes the routes of `scope` take forms with files and no other body, and leaves the reading to them. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  scope.addHook('onRequest', async (request) => refuseUnaskedPages(request));
}

/**
 * Throws RequestProblems for a request that a page of any site can make a browser send, such as a form: browsers tell when nobody
 * asked them to let it (no-cors, navigate).
 */
export function refuseUnaskedPages({ headers }: FastifyRequest): void {
  if (SCRIPTED_MODES.has(headers['sec-fetch-mode'])) return;
  const detail = 'Requests that a page sends without CORS are refused.';
  throw new RequestProblems([problemOf('unsupported-media-type', { detail })]);
}
