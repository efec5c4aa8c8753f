import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTestServer, type TestServerInput } from '../test-server.ts';

/** The answer to a GET without a login. */
function get(t: TestContext, url: string, options: TestServerInput['options'] = {}) {
  return createTestServer(t, { options }).inject(url);
}

describe('GET /docs', () => {
  it('is a page that anybody may see', async (t) => {
    const { statusCode, headers } = await get(t, '/docs');

    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8']);
  });

  it('lets the browser talk to this server only, and run scripts from files only', async (t) => {
    const { headers } = await get(t, '/docs');

    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ', 1)[0], directive.split(' ').slice(1).join(' ')]),
    );
    assert.deepEqual(
      ['default-src', 'script-src', 'connect-src', 'frame-ancestors', 'form-action', 'base-uri'].map((name) =>
        policy.get(name),
      ),
      ["'none'", "'self'", "'self'", "'none'", "'none'", "'none'"],
    );
  });

  it('names no other server and has no script in it', async (t) => {
    const { body } = await get(t, '/docs');

    assert.doesNotMatch(body, /https?:|\/\//);
    assert.doesNotMatch(body, /<script(?! src="\.\/docs\/[a-z.]+"><\/script>)/);
  });

  it('loads scripts that are there', async (t) => {
    const app = createTestServer(t);
    const { body } = await app.inject('/docs');
    const urls = [...body.matchAll(/<script src="([^"]+)">/g)].map(([, url = '']) => url);

    const answers = await Promise.all(urls.map((url) => app.inject(new URL(url, 'http://x/docs').pathname)));

    assert.deepEqual(
      answers.map(({ statusCode, headers }) => [statusCode, headers['content-type']]),
      [
        [200, 'text/javascript; charset=utf-8'],
        [200, 'text/javascript; charset=utf-8'],
      ],
    );
  });
});

describe('GET /docs/start.js', () => {
  it('opens with the version that the alias means', async (t) => {
    const { body } = await get(t, '/docs/start.js', { aliasVersion: 'v0' });

    const { sources } = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
    assert.deepEqual(
      sources.find((source: { readonly default: boolean }) => source.default),
      {
        title: 'Posthorn email API, version 0',
        slug: 'v0',
        url: './openapi/v0.json',
        default: true,
      },
    );
  });

  it('turns off what would ask other servers', async (t) => {
    const { body } = await get(t, '/docs/start.js');

    for (const option of ['"withDefaultFonts":false', '"telemetry":false']) assert.ok(body.includes(option));
    assert.doesNotMatch(body, /https?:/);
  });
});
