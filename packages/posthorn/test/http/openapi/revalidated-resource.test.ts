import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fastify from 'fastify';
import { addRevalidatedResource } from '../../../src/http/openapi/revalidated-resource.ts';
import { addPublicAddress, createPublicAddress } from '../../../src/http/request/url/public-address.ts';

/** A server with the resource `/a`, and how often its content was loaded. */
function createServer(t: TestContext) {
  const app = fastify();
  t.after(() => app.close());
  addPublicAddress(app, createPublicAddress({ publicUrl: null, isTrustedProxy: () => true }));
  let loads = 0;
  addRevalidatedResource(app, {
    path: '/a',
    contentType: 'text/plain',
    headers: { 'x-extra': 'yes' },
    load: async (base) => {
      loads += 1;
      return `hello${base}`;
    },
  });
  return { app, loads: () => loads };
}

describe('addRevalidatedResource', () => {
  it('answers with the content, its type and its headers', async (t) => {
    const { body, headers } = await createServer(t).app.inject('/a');

    assert.deepEqual(
      [body, headers['content-type'], headers['x-extra'], headers['cache-control']],
      ['hello', 'text/plain', 'yes', 'no-cache'],
    );
  });

  it('loads nothing before the first request, and then once', async (t) => {
    const { app, loads } = createServer(t);
    await app.ready();
    const before = loads();

    await Promise.all([app.inject('/a'), app.inject('/a')]);

    assert.deepEqual([before, loads()], [0, 1]);
  });

  it('loads the content anew for another address of the installation', async (t) => {
    const { app, loads } = createServer(t);
    const headers = { 'x-forwarded-prefix': '/mail' };

    const bodies = [await app.inject('/a'), await app.inject({ url: '/a', headers }), await app.inject('/a')];

    assert.deepEqual([bodies.map(({ body }) => body), loads()], [['hello', 'hello/mail', 'hello'], 2]);
  });

  for (const [what, toHeader] of [
    ['the tag of the content', (etag: string) => etag],
    ['a list with the tag', (etag: string) => `"x", ${etag}`],
    ['anything', () => '*'],
  ] as const) {
    it(`answers 304 without a body to a client that has ${what}`, async (t) => {
      const { app } = createServer(t);
      const etag = String((await app.inject('/a')).headers.etag);

      const answer = await app.inject({ url: '/a', headers: { 'if-none-match': toHeader(etag) } });

      assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', etag]);
    });
  }

  it('answers with the content to a client that has another one', async (t) => {
    const answer = await createServer(t).app.inject({ url: '/a', headers: { 'if-none-match': '"x"' } });

    assert.deepEqual([answer.statusCode, answer.body], [200, 'hello']);
  });
});
