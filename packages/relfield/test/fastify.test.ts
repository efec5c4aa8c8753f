/** The Fastify plugin beyond the conformance vectors: bodies, errors, headers, routes it leaves alone. */

import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import Fastify, { type FastifyPluginAsync } from 'fastify';
import { JSON_API_MEDIA_TYPE } from 'relfield';
import { createRelfieldPlugin, jsonApiServerOptions } from 'relfield/fastify';
import { ARTICLE, articles, EXTENSION_URI, identify } from '../examples/article-types.ts';
import { assertJsonApi } from './support/json-api-schema.ts';
import { type RawResponse, sendBytes, sendRequest } from './support/raw-request.ts';
import { listen, startServer } from './support/test-server.ts';

const EXT = `${JSON_API_MEDIA_TYPE};ext="${EXTENSION_URI}"`;

function readErrors({ body }: RawResponse): readonly Record<string, unknown>[] {
  const document = JSON.parse(body) as { errors: readonly Record<string, unknown>[] };
  assertJsonApi(document);
  return document.errors;
}

/** What every error response must show: its status, its exact label, and its error object. */
function summarise(response: RawResponse): object {
  const [error] = readErrors(response);
  return { status: response.status, contentType: response.headers.get('content-type'), code: error?.code };
}

describe('the bodies a route receives', () => {
  it('are parsed from the JSON:API media type, also with an unquoted extension', async (t) => {
    const port = await startServer(t, (app) =>
      app.post('/echo', (request) => ({ meta: { got: request.body } })),
    );
    const headers = { 'Content-Type': `${JSON_API_MEDIA_TYPE};ext=${EXTENSION_URI}` };

    const response = await sendRequest(port, { method: 'POST', target: '/echo', headers, body: '{"a":1}' });

    assert.deepEqual(JSON.parse(response.body), { meta: { got: { a: 1 } } });
  });

  it('may go through a parser that the host has registered before', async (t) => {
    const app = Fastify();
    app.addContentTypeParser(JSON_API_MEDIA_TYPE, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const { plugin } = createRelfieldPlugin({ relfield: articles, client: () => identify(undefined) });
    await app.register(plugin);
    app.post('/echo', (request) => ({ meta: { got: request.body } }));
    const port = await listen(t, app);
    const headers = { 'Content-Type': JSON_API_MEDIA_TYPE };

    const response = await sendRequest(port, { method: 'POST', target: '/echo', headers, body: '{"a":1}' });

    assert.deepEqual(JSON.parse(response.body), { meta: { got: '{"a":1}' } });
  });

  const refusals = [
    {
      title: 'an empty body is 400',
      body: '',
      chunked: true,
      expected: { status: 400, code: 'invalid-json' },
    },
    { title: 'broken JSON is 400', body: '{"a":', expected: { status: 400, code: 'invalid-json' } },
    {
      title: 'a __proto__ key is 400',
      body: '{"__proto__":{}}',
      expected: { status: 400, code: 'invalid-json' },
    },
    {
      title: 'a body over the limit is 413',
      body: `"${'x'.repeat(99)}"`,
      expected: { status: 413, code: 'body-too-large' },
    },
  ];
  for (const { title, body, expected } of refusals) {
    it(`are refused as a document labelled like any other: ${title}`, async (t) => {
      const port = await startServer(t, (app) => app.post('/echo', { bodyLimit: 64 }, () => ({ meta: {} })));
      const headers = { Accept: EXT, 'Content-Type': JSON_API_MEDIA_TYPE };

      const response = await sendRequest(port, { method: 'POST', target: '/echo', headers, body });

      assert.deepEqual(summarise(response), { ...expected, contentType: EXT });
    });
  }

  it('are refused when the host has no parser for an alternative media type', async (t) => {
    const app = Fastify();
    app.removeAllContentTypeParsers();
    const { plugin } = createRelfieldPlugin({ relfield: articles, client: () => identify(undefined) });
    await app.register(plugin);
    app.post('/echo', { config: { relfield: false } }, () => ({ meta: {} }));
    const port = await listen(t, app);
    const headers = { 'Content-Type': 'text/csv' };

    const response = await sendRequest(port, { method: 'POST', target: '/echo', headers, body: 'a,b' });

    assert.deepEqual(summarise(response), {
      status: 415,
      contentType: JSON_API_MEDIA_TYPE,
      code: 'unsupported-media-type',
    });
  });
});

describe('errors of a route', () => {
  const thrown = [
    {
      title: 'an error with a 4xx status keeps it and its message',
      error: Object.assign(new Error('Slow down.'), { statusCode: 429 }),
      expected: {
        status: '429',
        code: 'too-many-requests',
        title: 'Too Many Requests',
        detail: 'Slow down.',
      },
    },
    {
      title: 'an error with an unassigned 4xx status keeps it too',
      error: Object.assign(new Error('Odd.'), { statusCode: 499 }),
      expected: { status: '499', code: 'error', title: 'Error', detail: 'Odd.' },
    },
    {
      title: 'an unexpected error tells nothing',
      error: new Error('password=hunter2'),
      expected: {
        status: '500',
        code: 'internal-error',
        title: 'Internal Server Error',
        detail: 'The server could not answer this request.',
      },
    },
    {
      title: 'an error with a 5xx status tells its status and nothing else',
      error: Object.assign(new Error('db-7 is down'), { statusCode: 503 }),
      expected: {
        status: '503',
        code: 'service-unavailable',
        title: 'Service Unavailable',
        detail: 'The server could not answer this request.',
      },
    },
    {
      title: 'an error whose status is no error status is a 500',
      error: Object.assign(new Error('fine'), { statusCode: 200 }),
      expected: {
        status: '500',
        code: 'internal-error',
        title: 'Internal Server Error',
        detail: 'The server could not answer this request.',
      },
    },
  ];
  for (const { title, error, expected } of thrown) {
    it(`become documents: ${title}`, async (t) => {
      const port = await startServer(t, (app) =>
        app.get('/fail', () => {
          throw error;
        }),
      );

      const response = await sendRequest(port, { method: 'GET', target: '/fail', headers: { Accept: EXT } });

      assert.deepEqual(readErrors(response), [expected]);
      assert.equal(response.headers.get('content-type'), EXT);
      assert.equal(response.status, Number(expected.status));
    });
  }

  it('that identify no client are plain, since nothing is negotiated yet', async (t) => {
    const port = await startServer(t, (app) => app.get('/any', () => ({ meta: {} })));
    const headers = { Accept: EXT, Authorization: 'Bearer expired' };

    const response = await sendRequest(port, { method: 'GET', target: '/any?foo=1', headers });

    assert.deepEqual(summarise(response), {
      status: 401,
      contentType: JSON_API_MEDIA_TYPE,
      code: 'unauthorized',
    });
  });

  it('keep the headers that the route has set', async (t) => {
    const port = await startServer(t, (app) =>
      app.get('/busy', (_request, reply) => {
        reply.header('Retry-After', '5');
        throw Object.assign(new Error('Busy.'), { statusCode: 429 });
      }),
    );

    const response = await sendRequest(port, { method: 'GET', target: '/busy' });

    assert.equal(response.headers.get('retry-after'), '5');
  });
});

describe('paths and methods without a route', () => {
  const addRoutes: Parameters<typeof startServer>[1] = (app) => {
    app.route({ method: ['GET', 'PATCH'], url: '/articles/:id', handler: () => ({ meta: {} }) });
    app.get('/files/*', () => ({ meta: {} }));
    app.options('*', (_request, reply) => reply.code(204).send());
  };

  const wrongMethods = [
    { target: '/articles/1?x=1', allow: 'GET, HEAD, PATCH' },
    { target: '/files/a/b', allow: 'GET, HEAD' },
  ];
  for (const { target, allow } of wrongMethods) {
    it(`is 405 with Allow for DELETE ${target}`, async (t) => {
      const port = await startServer(t, addRoutes);

      const response = await sendRequest(port, { method: 'DELETE', target, headers: { Accept: EXT } });

      assert.deepEqual(summarise(response), {
        status: 405,
        contentType: JSON_API_MEDIA_TYPE,
        code: 'method-not-allowed',
      });
      assert.equal(response.headers.get('allow'), allow);
      assert.equal(response.headers.get('vary'), 'Accept');
    });
  }

  for (const target of ['/articles', '/articles/1/2', '/files', '/']) {
    it(`is 404 for GET ${target}, whatever OPTIONS says`, async (t) => {
      const port = await startServer(t, addRoutes);

      const response = await sendRequest(port, { method: 'GET', target });

      assert.deepEqual(summarise(response), {
        status: 404,
        contentType: JSON_API_MEDIA_TYPE,
        code: 'not-found',
      });
    });
  }

  it('is 404 when the method has a route whose parameter refuses the path', async (t) => {
    const port = await startServer(t, (app) => app.get('/numbers/:id(^\\d+$)', () => ({ meta: {} })));

    const response = await sendRequest(port, { method: 'GET', target: '/numbers/one' });

    assert.equal(response.status, 404);
  });

  it('answers HEAD with the headers of the 404 and without a body', async (t) => {
    const port = await startServer(t, addRoutes);

    const { status, headers, body } = await sendRequest(port, { method: 'HEAD', target: '/nothing' });

    assert.deepEqual(
      { status, contentType: headers.get('content-type'), body },
      {
        status: 404,
        contentType: JSON_API_MEDIA_TYPE,
        body: '',
      },
    );
  });
});

describe('HEAD', () => {
  it('has the status and headers of GET, Content-Length included', async (t) => {
    const port = await startServer(t, (app, { fieldsOf }) =>
      app.get('/article', (request) => fieldsOf(request).sparseDocument({ data: ARTICLE })),
    );
    const request = { target: '/article?relfield:fields[article]=-text', headers: { Accept: EXT } };
    const lasting = ({ status, headers }: RawResponse) => ({
      status,
      headers: [...headers].filter(([name]) => name !== 'date'),
    });

    const got = await sendRequest(port, { method: 'GET', ...request });
    const headed = await sendRequest(port, { method: 'HEAD', ...request });

    assert.deepEqual(lasting(headed), lasting(got));
    assert.equal(headed.body, '');
  });
});

describe('what the server refuses before any route', () => {
  const refused = [
    {
      title: 'a malformed path',
      bytes: 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n',
      status: 400,
      code: 'bad-request',
    },
    {
      title: 'a path segment that is too long',
      bytes: `GET /a/${'x'.repeat(200)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      status: 414,
      code: 'uri-too-long',
    },
    {
      title: 'a request line over 16 KiB',
      bytes: `GET /a?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      status: 431,
      code: 'headers-too-large',
    },
    { title: 'bytes that are not HTTP', bytes: 'GET / x\r\n\r\n', status: 400, code: 'bad-request' },
  ];
  for (const { title, bytes, status, code } of refused) {
    it(`is a JSON:API document too: ${title}`, async (t) => {
      const port = await startServer(t, (app) => app.get('/a/:id', () => ({ meta: {} })));

      const response = await sendBytes(port, bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));

      assert.deepEqual(summarise(response), { status, contentType: JSON_API_MEDIA_TYPE, code });
      assert.equal(response.headers.get('vary'), 'Accept');
    });
  }
});

describe('a connection that is gone', () => {
  for (const code of ['ECONNRESET', 'HPE_INVALID_METHOD']) {
    it(`is not written to after ${code}`, () => {
      const socket = new Socket();
      socket.destroy();
      const error = Object.assign(new Error('gone'), {
        code,
        bytesParsed: 0,
        rawPacket: { type: 'Buffer', data: [] },
      });

      jsonApiServerOptions().clientErrorHandler(error, socket);

      assert.equal(socket.writableLength, 0);
    });
  }
});

describe('the Vary header', () => {
  const cases = [
    { before: undefined, after: 'Accept' },
    { before: 'Origin', after: 'Origin, Accept' },
    { before: ['Origin', 'Cookie'], after: 'Origin, Cookie, Accept' },
    { before: 'origin, ACCEPT', after: 'origin, ACCEPT' },
    { before: '*', after: '*' },
  ];
  for (const { before, after } of cases) {
    it(`is ${after} when others have set ${before}`, async (t) => {
      const port = await startServer(t, (app) =>
        app.get('/any', (_request, reply) => {
          if (before !== undefined) reply.header('vary', before);
          return { meta: {} };
        }),
      );

      const response = await sendRequest(port, { method: 'GET', target: '/any' });

      assert.equal(response.headers.get('vary'), after);
    });
  }
});

describe('CORS', () => {
  it('answers a preflight before anything is negotiated', async (t) => {
    const app = Fastify();
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers['access-control-request-method']) {
        return reply.code(204).header('access-control-allow-headers', 'Accept').send();
      }
    });
    const { plugin } = createRelfieldPlugin({ relfield: articles, client: () => identify(undefined) });
    await app.register(plugin);
    app.get('/articles/:id', () => ({ meta: {} }));
    const port = await listen(t, app);
    const headers = {
      Origin: 'https://example.org',
      'Access-Control-Request-Method': 'GET',
      Accept: 'text/html',
    };

    const response = await sendRequest(port, {
      method: 'OPTIONS',
      target: '/articles/1?nonsense=1',
      headers,
    });

    assert.equal(response.status, 204);
    assert.equal(response.headers.get('access-control-allow-headers'), 'Accept');
  });
});

describe('a scope with a prefix', () => {
  async function startWithNeighbour(t: TestContext): Promise<number> {
    const v1: FastifyPluginAsync = async (scope) => {
      const { plugin } = createRelfieldPlugin({ relfield: articles, client: () => identify(undefined) });
      await scope.register(plugin);
      scope.get('/any', () => ({ meta: {} }));
    };
    const app = Fastify();
    await app.register(v1, { prefix: '/v1' });
    app.get('/v0/any', () => ({ success: true }));
    return listen(t, app);
  }

  for (const [target, status, contentType] of [
    ['/v1/any', 200, JSON_API_MEDIA_TYPE],
    ['/v1/nothing', 404, JSON_API_MEDIA_TYPE],
    ['/v0/any?foo=1', 200, 'application/json; charset=utf-8'],
    ['/v0/nothing', 404, 'application/json; charset=utf-8'],
  ] as const) {
    it(`keeps to itself: ${target} is ${status} as ${contentType}`, async (t) => {
      const port = await startWithNeighbour(t);

      const response = await sendRequest(port, { method: 'GET', target });

      assert.deepEqual([response.status, response.headers.get('content-type')], [status, contentType]);
    });
  }

  it('knows the methods of its paths', async (t) => {
    const port = await startWithNeighbour(t);

    const response = await sendRequest(port, { method: 'PUT', target: '/v1/any' });

    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD']);
  });
});

describe('a route for OPTIONS', () => {
  const addRoutes: Parameters<typeof startServer>[1] = (app) =>
    app.options('*', (_request, reply) => reply.code(204).send());
  const target = '/articles/1?relfield:fields[article]=+version';

  it('gets preflights unjudged', async (t) => {
    const port = await startServer(t, addRoutes);
    const headers = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' };

    const response = await sendRequest(port, { method: 'OPTIONS', target, headers });

    assert.equal(response.status, 204);
  });

  it('gets other requests after they were judged', async (t) => {
    const port = await startServer(t, addRoutes);

    const response = await sendRequest(port, { method: 'OPTIONS', target });

    assert.equal(response.status, 400);
  });
});

describe('routes with fields of their own', () => {
  it('read the parameters they have named, undecoded', async (t) => {
    const config = { relfield: { type: 'article', parameters: ['sort', 'page[]'] } };
    const port = await startServer(t, (app, { negotiatedOf }) =>
      app.get('/articles', { config }, (request) => ({
        meta: { parameters: negotiatedOf(request).parameters },
      })),
    );

    const response = await sendRequest(port, {
      method: 'GET',
      target: '/articles?sort=-date&page%5Blimit%5D=%32',
    });

    assert.deepEqual(JSON.parse(response.body), {
      meta: {
        parameters: [
          { name: 'sort', rawValue: '-date' },
          { name: 'page[limit]', rawValue: '%32' },
        ],
      },
    });
  });

  it('may stream anything else under its own media type', async (t) => {
    const port = await startServer(t, (app) =>
      app.get('/logo', (_request, reply) =>
        reply.type('image/png').send(Readable.from([Buffer.from('PNG')])),
      ),
    );

    const response = await sendRequest(port, { method: 'GET', target: '/logo', headers: { Accept: '*/*' } });

    assert.equal(response.headers.get('content-type'), 'image/png');
  });

  it('are left alone where the route says so', async (t) => {
    const port = await startServer(t, (app) =>
      app.get('/health', { config: { relfield: false } }, () => ({ ok: true })),
    );

    const response = await sendRequest(port, {
      method: 'GET',
      target: '/health?any=1',
      headers: { Accept: 'text/html' },
    });

    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  });

  it('have no fields to ask for where the route is left alone', async (t) => {
    const port = await startServer(t, (app, { fieldsOf }) =>
      app.get('/health', { config: { relfield: false } }, (request) => ({
        meta: { fields: fieldsOf(request) },
      })),
    );

    const response = await sendRequest(port, { method: 'GET', target: '/health' });

    assert.equal(response.status, 500);
  });
});
