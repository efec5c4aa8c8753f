/** Every conformance vector, through the library alone and through each example server over a socket. */

import { after, before, describe, it } from 'node:test';
import { JSON_API_MEDIA_TYPE, JsonApiError, type NegotiatedRequest } from 'relfield';
import { ARTICLE, articles } from '../examples/article-types.ts';
import { type Answer, assertAnswer, assertServerConforms } from './support/conformance.ts';
import { EXAMPLES, type RunningExample } from './support/running-examples.ts';
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

for (const [name, start] of Object.entries(EXAMPLES)) {
  describe(`the ${name} example`, () => {
    let example: RunningExample;
    before(async () => {
      example = await start();
    });
    after(() => example.stop());

    for (const vector of VECTOR_FILES.flatMap(loadVectors)) {
      it(titleOf(vector), () => assertServerConforms(example.port, vector));
    }
  });
}
