/** Every conformance vector, through the library alone and through both example servers over a socket. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { JSON_API_MEDIA_TYPE, JsonApiError, type NegotiatedRequest } from 'relfield';
import { ARTICLE, articles } from '../examples/article-types.ts';
import { createFastifyExample } from '../examples/fastify.ts';
import { createNodeHttpExample } from '../examples/node-http.ts';
import { type Answer, assertAnswer, assertServerConforms } from './support/conformance.ts';
import { loadVectors, titleOf, VECTOR_FILES, type Vector } from './support/vectors.ts';

function answer({ request }: Vector): Answer {
  let negotiated: NegotiatedRequest | undefined;
  try {
    negotiated = articles.negotiate({
      target: request.target,
      accept: request.headers.Accept,
      contentType: request.headers['Content-Type'],
      hasBody: request.body !== undefined,
    });
    const client = { role: request.client?.secret ? ('editor' as const) : ('reader' as const) };
    const fields = articles.select(negotiated, { client, primaryType: 'article' });
    if (!/^\/articles\/1(\?|$)/.test(request.target)) {
      throw new JsonApiError([{ code: 'not-found', detail: 'There is no such article.' }]);
    }
    const document = request.method === 'HEAD' ? {} : { document: fields.sparseDocument({ data: ARTICLE }) };
    return { status: 200, contentType: negotiated.contentType, ...document };
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    const contentType = negotiated?.contentType ?? JSON_API_MEDIA_TYPE;
    return { status: error.status, contentType, document: error.toDocument() };
  }
}

for (const file of VECTOR_FILES) {
  describe(`the library and the vectors of ${file}`, () => {
    for (const vector of loadVectors(file)) {
      it(titleOf(vector), () => assertAnswer(answer(vector), vector));
    }
  });
}

for (const file of VECTOR_FILES) {
  describe(`the Fastify example and the vectors of ${file}`, () => {
    let app: Awaited<ReturnType<typeof createFastifyExample>>;
    let port = 0;
    before(async () => {
      app = await createFastifyExample();
      await app.listen({ host: '127.0.0.1', port: 0 });
      port = (app.server.address() as AddressInfo).port;
    });
    after(() => app.close());

    for (const vector of loadVectors(file)) {
      it(titleOf(vector), () => assertServerConforms(port, vector));
    }
  });

  describe(`the node:http example and the vectors of ${file}`, () => {
    let server: Server;
    let port = 0;
    before(async () => {
      server = createNodeHttpExample();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    });
    after(() => server.close());

    for (const vector of loadVectors(file)) {
      it(titleOf(vector), () => assertServerConforms(port, vector));
    }
  });
}
