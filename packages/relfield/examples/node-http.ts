/** An article service with nothing but node:http. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { JSON_API_MEDIA_TYPE, JsonApiError, type NegotiatedRequest, toRequestHead } from 'relfield';
import { ARTICLE, articles, identify } from './article-types.ts';

const METHODS = ['GET', 'HEAD', 'PATCH'];
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': METHODS.join(', '),
  // A browser sends the quoted URI in Accept only if Accept is listed.
  'Access-Control-Allow-Headers': 'Accept, Authorization, Content-Type',
};

/** Gives the service; call `listen` on it. */
export function createNodeHttpExample(): Server {
  return createServer((request, response) => {
    response.setHeader('Vary', 'Accept');
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'];
    if (isPreflight) response.writeHead(204, CORS_HEADERS).end();
    else answer(request, response);
  });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  let negotiated: NegotiatedRequest | undefined;
  try {
    const id = route(request, response);
    const client = identify(request.headers.authorization);
    negotiated = articles.negotiate(toRequestHead(request));
    const fields = articles.select(negotiated, { client, primaryType: 'article' });
    if (id !== '1') throw new JsonApiError([{ code: 'not-found', detail: `There is no article '${id}'.` }]);
    send(response, { status: 200, body: fields.sparseDocument({ data: ARTICLE }), negotiated });
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    send(response, { status: error.status, body: error.toDocument(), negotiated });
  }
}

function route(request: IncomingMessage, response: ServerResponse): string {
  const id = /^\/articles\/([^/?]+)(?:\?|$)/.exec(request.url ?? '')?.[1];
  if (id === undefined) throw new JsonApiError([{ code: 'not-found', detail: 'There is no such resource.' }]);
  if (METHODS.includes(request.method ?? '')) return id;
  response.setHeader('Allow', METHODS.join(', '));
  throw new JsonApiError([{ code: 'method-not-allowed', detail: `${request.method} is not possible here.` }]);
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly negotiated: NegotiatedRequest | undefined;
}

function send(response: ServerResponse, { status, body, negotiated }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': negotiated?.contentType ?? JSON_API_MEDIA_TYPE,
    'Content-Length': Buffer.byteLength(text),
    'Access-Control-Allow-Origin': '*',
  });
  response.end(text);
}
