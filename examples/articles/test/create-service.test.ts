/** The article service beyond the conformance vectors. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { assertJsonApi } from '../../../packages/relfield/test/support/json-api-schema.ts';
import { createService } from '../src/create-service.ts';

const JSON_API = 'application/vnd.api+json';
const DEFAULT_FIVE = {
  title: 'JSON:API paints my bikeshed!',
  author: 'Jane Doe',
  date: '2022-11-05 10:30:00',
  teaser: 'Nobody argues about the shed any more.',
  text: 'Nobody argues about the shed any more. The colour is in the specification.',
};

interface Patch {
  readonly body: unknown;
  readonly authorization?: string;
}

type Service = Awaited<ReturnType<typeof createService>>;

async function start(t: TestContext): Promise<Service> {
  const service = await createService();
  t.after(() => service.close());
  return service;
}

async function patch(service: Service, { body, authorization }: Patch) {
  const response = await service.inject({
    method: 'PATCH',
    url: '/articles/1',
    headers: { 'content-type': JSON_API, ...(authorization && { authorization }) },
    payload: JSON.stringify(body),
  });
  const document = response.json();
  assertJsonApi(document);
  return { status: response.statusCode, document };
}

function resource(attributes: unknown) {
  return { data: { type: 'article', id: '1', attributes } };
}

describe('GET /articles/1', () => {
  it('gives the resource object and nothing beside it', async (t) => {
    const service = await start(t);

    const response = await service.inject('/articles/1');

    assert.deepEqual(response.json(), { data: { id: 1, type: 'article', attributes: DEFAULT_FIVE } });
  });

  for (const id of ['2', '01', '+1', '1.0', '1e0', '-1', '99999999999999999999', '%31%00']) {
    it(`knows no article ${id}`, async (t) => {
      const service = await start(t);

      const response = await service.inject(`/articles/${id}`);

      assert.equal(response.statusCode, 404);
    });
  }
});

describe('PATCH /articles/1', () => {
  it('changes the named attributes and keeps the others', async (t) => {
    const service = await start(t);

    const changed = await patch(service, {
      body: resource({ title: 'Painted', date: '2026-01-02 03:04:05', '@note': 1 }),
    });

    const attributes = { ...DEFAULT_FIVE, title: 'Painted', date: '2026-01-02 03:04:05' };
    assert.deepEqual(changed, { status: 200, document: { data: { id: 1, type: 'article', attributes } } });
    const later = await service.inject('/articles/1');
    assert.deepEqual(later.json(), changed.document);
  });

  it('takes the id as an integer too', async (t) => {
    const service = await start(t);

    const { status } = await patch(service, { body: { data: { type: 'article', id: 1 } } });

    assert.equal(status, 200);
  });

  it('lets an editor change the protected field', async (t) => {
    const service = await start(t);
    const authorization = 'Bearer editor';

    const { status } = await patch(service, { body: resource({ secretfield: 'Red.' }), authorization });

    assert.equal(status, 200);
    const later = await service.inject({
      url: '/articles/1?fields[article]=secretfield',
      headers: { authorization },
    });
    assert.deepEqual(later.json().data.attributes, { secretfield: 'Red.' });
  });

  const refusals = [
    ['no resource object', { data: [] }, 400, '/data'],
    ['no object at all', 'text', 400, '/data'],
    ['another type', { data: { type: 'comment', id: '1' } }, 409, '/data/type'],
    ['another id', { data: { type: 'article', id: '2' } }, 409, '/data/id'],
    ['attributes that are no object', resource([]), 422, '/data/attributes'],
    ['an unknown attribute', resource({ 'a/b~c': 'x' }), 400, '/data/attributes/a~1b~0c'],
    [
      'an attribute named like a member of every object',
      resource({ constructor: 'x' }),
      400,
      '/data/attributes/constructor',
    ],
    ['the protected attribute', resource({ secretfield: 'x' }), 403, '/data/attributes/secretfield'],
    ['a value that is not text', resource({ title: null }), 422, '/data/attributes/title'],
    ['a date of another shape', resource({ date: '2022-11-05' }), 422, '/data/attributes/date'],
  ] as const;
  for (const [title, body, status, pointer] of refusals) {
    it(`refuses ${title} with ${status} at ${pointer}`, async (t) => {
      const service = await start(t);

      const refused = await patch(service, { body });

      assert.equal(refused.status, status);
      assert.deepEqual(refused.document.errors[0].source, { pointer });
    });
  }

  it('changes nothing when one attribute is refused', async (t) => {
    const service = await start(t);

    await patch(service, { body: resource({ title: 'Painted', date: 'today' }) });

    const later = await service.inject('/articles/1');
    assert.equal(later.json().data.attributes.title, DEFAULT_FIVE.title);
  });
});

describe('CORS', () => {
  it('lets browsers ask with the extension named in Accept', async (t) => {
    const service = await start(t);

    const response = await service.inject({
      method: 'OPTIONS',
      url: '/articles/1?relfield:fields[article]=+version',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'accept,authorization',
      },
    });

    assert.equal(response.statusCode, 204);
    assert.equal(response.headers['access-control-allow-headers'], 'Accept, Authorization, Content-Type');
    assert.equal(response.headers.vary, 'Accept');
  });

  it('marks errors too, so that pages can read them', async (t) => {
    const service = await start(t);

    const response = await service.inject('/articles/1?foo=bar');

    assert.equal(response.statusCode, 400);
    assert.equal(response.headers['access-control-allow-origin'], '*');
  });
});

describe('other methods', () => {
  it('are 405 and name the possible ones', async (t) => {
    const service = await start(t);

    const response = await service.inject({ method: 'DELETE', url: '/articles/1' });

    assert.equal(response.statusCode, 405);
    assert.equal(response.headers.allow, 'GET, HEAD, PATCH');
    assert.equal(response.headers['content-type'], JSON_API);
  });
});
