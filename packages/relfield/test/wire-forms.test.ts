/** The forms in which clients send one and the same fieldset. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import Kitsu from 'kitsu';
import { buildFieldQuery } from 'relfield';
import { EXTENSION_URI } from '../examples/article-types.ts';
import { createFastifyExample } from '../examples/fastify.ts';
import { sendRequest } from './support/raw-request.ts';
import { listen } from './support/test-server.ts';
import { loadWireForms } from './support/vectors.ts';

const ACCEPT = `application/vnd.api+json;ext="${EXTENSION_URI}"`;
const VALUE = '+version,-text';
const { attributeNames, forms } = loadWireForms();

interface ArticleDocument {
  readonly data: { readonly attributes: object };
}

async function start(t: TestContext): Promise<number> {
  return listen(t, await createFastifyExample());
}

describe('the recorded wire form', () => {
  for (const { sender, query } of forms) {
    it(`of ${sender} selects the same fields: ${query}`, async (t) => {
      const port = await start(t);

      const response = await sendRequest(port, {
        method: 'GET',
        target: `/articles/1?${query}`,
        headers: { Accept: ACCEPT },
      });

      const { data } = JSON.parse(response.body) as ArticleDocument;
      assert.deepEqual(Object.keys(data.attributes), attributeNames);
    });
  }
});

describe('fetch', () => {
  const queries = [
    ['a URL string', `relfield:fields[article]=${VALUE}`],
    ['URLSearchParams', new URLSearchParams({ 'relfield:fields[article]': VALUE }).toString()],
    ['buildFieldQuery', buildFieldQuery({ article: ['+version', '-text'] })],
  ] as const;
  for (const [title, query] of queries) {
    it(`selects the same fields with ${title}`, async (t) => {
      const port = await start(t);

      const response = await fetch(`http://127.0.0.1:${port}/articles/1?${query}`, {
        headers: { Accept: ACCEPT },
      });

      const { data } = (await response.json()) as ArticleDocument;
      assert.deepEqual(Object.keys(data.attributes), attributeNames);
    });
  }
});

describe('the JSON:API client kitsu', () => {
  // Its types know the parameters of JSON:API only, so the others go in as a plain object.
  const paramsFor = (value: string): object => ({ 'relfield:fields': { article: value } });

  async function client(t: TestContext): Promise<Kitsu> {
    const port = await start(t);
    return new Kitsu({
      baseURL: `http://127.0.0.1:${port}`,
      pluralize: false,
      camelCaseTypes: false,
      headers: { Accept: ACCEPT },
    });
  }

  it('fetches an article with relfield', async (t) => {
    const api = await client(t);

    const { data } = await api.get('articles/1', { params: paramsFor(VALUE) });

    assert.deepEqual(data, {
      id: 1,
      type: 'article',
      title: 'JSON:API paints my bikeshed!',
      author: 'Jane Doe',
      date: '2022-11-05 10:30:00',
      teaser: 'Nobody argues about the shed any more.',
      version: '1.0',
    });
  });

  it('shows the error objects of a refused fieldset', async (t) => {
    const api = await client(t);

    await assert.rejects(api.get('articles/1', { params: paramsFor('version') }), (error) => {
      const { errors } = error as { errors: readonly { code: string }[] };
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['missing-prefix'],
      );
      return true;
    });
  });
});
