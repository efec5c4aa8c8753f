/** CORS in front of everything that the server does. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { CorsRules } from '../../../src/domain/network/cors-rules.ts';
import { createCorsPolicy } from '../../../src/http/cors/cors-policy.ts';
import {
  AUTHORIZATION,
  authProvider,
  createTestServer,
  INBOX,
  type TestServerInput,
  V0,
} from '../test-server.ts';

const APP = 'https://app.example.org';
const EVIL = 'https://evil.test';
const RULES: CorsRules = {
  paths: { everywhere: ['rest-api-email/*', 'rest-imapuser/*'], byHost: new Map() },
  allowedOrigins: [APP, 'https://*.app.example.org'],
  allowedOriginPatterns: [],
  allowedMethods: ['*'],
  allowedHeaders: ['*'],
  exposedHeaders: ['ETag'],
  maxAgeSeconds: 0,
  hasCredentials: true,
};
const V1_INBOX = INBOX.replace('/v0', '/v1');
const PREFLIGHT = {
  origin: APP,
  'access-control-request-method': 'PATCH',
  'access-control-request-headers':
    'accept,authorization,content-type,idempotency-key,if-match,x-cnmail-data',
};

function createCorsServer(
  t: TestContext,
  { options, ...input }: TestServerInput = {},
  rules: Partial<CorsRules> = {},
) {
  const policy = createCorsPolicy({ ...RULES, ...rules });
  return createTestServer(t, { ...input, options: { corsPolicy: () => policy, ...options } });
}

/** A server that writes down which logins it was asked for. */
function createWatchedServer(t: TestContext) {
  const logins: string[] = [];
  const watched = {
    ...authProvider,
    listAccounts(credentials: Parameters<typeof authProvider.listAccounts>[0]) {
      logins.push(credentials.login.user);
      return authProvider.listAccounts(credentials);
    },
  };
  return { app: createCorsServer(t, { authProvider: watched }), logins };
}

/** The headers by which browsers decide. */
function corsHeaders(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
}

const ALLOWED = {
  'access-control-allow-origin': APP,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'ETag',
};

describe('A preflight', () => {
  const QUERY = '?relfield:fields[MessageItem]=+cc&nonsense=1';
  for (const url of [
    `${V1_INBOX}/12${QUERY}`,
    `${INBOX}/12/MessageItem`,
    `${V0}/MailAccounts/gmail/MailFolders/[Gmail]/Drafts/MessageItems`,
    '/rest-api-email/MailAccounts',
    '/rest-imapuser/auth',
    `${V0}/Nowhere`,
    '/rest-api-email/v9/MailAccounts',
    `${V0}/MailAccounts/%zz`,
    `${V0}/MailAccounts/${'x'.repeat(4_001)}/MailFolders`,
  ]) {
    it(`of ${url.slice(0, 80)} is answered without asking for a login`, async (t) => {
      const { app, logins } = createWatchedServer(t);

      const answer = await app.inject({ method: 'OPTIONS', url, headers: { accept: '*/*', ...PREFLIGHT } });

      assert.deepEqual([answer.statusCode, answer.body, logins], [204, '', []]);
      assert.deepEqual(corsHeaders(answer.headers), {
        'access-control-allow-origin': APP,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'PATCH',
        'access-control-allow-headers': PREFLIGHT['access-control-request-headers'],
        'access-control-max-age': '0',
      });
      assert.equal(
        answer.headers.vary,
        'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      );
    });
  }

  it('has the protective headers and the id of the request', async (t) => {
    const { headers } = await createCorsServer(t).inject({
      method: 'OPTIONS',
      url: INBOX,
      headers: PREFLIGHT,
    });

    assert.deepEqual([headers['cache-control'], headers['x-content-type-options']], ['no-store', 'nosniff']);
    assert.match(String(headers['x-request-id']), /.{8}/);
  });

  it('of another origin is told nothing', async (t) => {
    const headers = { ...PREFLIGHT, origin: EVIL };

    const answer = await createCorsServer(t).inject({ method: 'OPTIONS', url: INBOX, headers });

    assert.deepEqual([answer.statusCode, corsHeaders(answer.headers)], [204, {}]);
  });

  for (const [where, url, headers] of [
    ['without the method that it asks for', INBOX, { origin: APP }],
    ['of a path without CORS', '/health', PREFLIGHT],
  ] as const) {
    it(`${where} is a request like any other: 405`, async (t) => {
      const answer = await createCorsServer(t).inject({ method: 'OPTIONS', url, headers });

      assert.deepEqual([answer.statusCode, answer.json().code], [405, 'method-not-allowed']);
    });
  }

  it('is a request like any other without a policy', async (t) => {
    const answer = await createTestServer(t).inject({ method: 'OPTIONS', url: INBOX, headers: PREFLIGHT });

    assert.deepEqual([answer.statusCode, corsHeaders(answer.headers)], [405, {}]);
  });
});

describe('An answer to a page of an allowed origin', () => {
  const FAILURES = [
    [200, { url: `${INBOX}?limit=1` }],
    [400, { url: `${V1_INBOX}?nonsense=1` }],
    [400, { url: `${V0}/MailAccounts/%zz` }],
    [401, { url: INBOX, headers: { authorization: '' } }],
    [404, { url: `${INBOX}/99` }],
    [404, { url: `${V0}/Nothing` }],
    [405, { method: 'PUT', url: INBOX }],
    [406, { url: V1_INBOX, headers: { accept: 'application/vnd.api+json;ext="urn:x"' } }],
    [413, { method: 'PATCH', url: `${INBOX}/12/MessageItem`, payload: { text: 'x'.repeat(1_000_001) } }],
    [414, { url: `${V0}/MailAccounts/${'x'.repeat(4_001)}/MailFolders` }],
  ] as const;
  for (const [status, { url, ...request }] of FAILURES) {
    it(`can be read, ${status} for ${'method' in request ? request.method : 'GET'} ${url.slice(0, 80)}`, async (t) => {
      const own = 'headers' in request ? request.headers : {};
      const headers = { authorization: AUTHORIZATION, origin: APP, ...own };

      const answer = await createCorsServer(t).inject({ ...request, url, headers });

      assert.deepEqual([answer.statusCode, corsHeaders(answer.headers)], [status, ALLOWED]);
      assert.match(String(answer.headers.vary), /^Origin\b/);
    });
  }

  it('can be read when the HTTP parser has refused the request', async (t) => {
    const app = createCorsServer(t);
    const { port, hostname } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${V1_INBOX}?a HTTP/1.1\r\nHost: x\r\nOrigin: ${APP}\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    );

    const answer = await text(socket);

    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.ok(answer.includes(`\r\naccess-control-allow-origin: ${APP}\r\n`));
    assert.match(answer, /\r\nvary: Origin, Accept\r\n/);
  });

  it('names all that it depends on', async (t) => {
    const headers = { authorization: AUTHORIZATION, origin: APP, 'accept-encoding': 'gzip' };

    const answer = await createCorsServer(t).inject({ url: V1_INBOX, headers });

    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal(
      answer.headers.vary,
      'Origin, Authorization, X-CNMAIL-DATA, X-Mail-User, X-Mail-Auth, Accept, accept-encoding',
    );
  });
});

describe('A request', () => {
  it('of a page of another origin is served all the same, and the page cannot read it', async (t) => {
    const headers = { authorization: AUTHORIZATION, origin: EVIL };

    const answer = await createCorsServer(t).inject({ url: `${INBOX}?limit=1`, headers });

    assert.deepEqual(
      [answer.statusCode, corsHeaders(answer.headers), answer.headers.vary],
      [200, {}, 'Origin, Authorization, X-CNMAIL-DATA, X-Mail-User, X-Mail-Auth'],
    );
  });

  it('without an origin gets an answer that caches do not give to pages', async (t) => {
    const answer = await createCorsServer(t).inject({
      url: `${INBOX}?limit=1`,
      headers: { authorization: AUTHORIZATION },
    });

    const { statusCode, headers } = answer;
    assert.deepEqual(
      [statusCode, headers.vary],
      [200, 'Origin, Authorization, X-CNMAIL-DATA, X-Mail-User, X-Mail-Auth'],
    );
  });

  it('of a path without CORS is answered as without CORS', async (t) => {
    const answer = await createCorsServer(t).inject({ url: '/health', headers: { origin: APP } });

    assert.deepEqual([corsHeaders(answer.headers), answer.headers.vary], [{}, undefined]);
  });

  it('is judged by the host that it names, whatever its port', async (t) => {
    const app = createCorsServer(
      t,
      {},
      { paths: { everywhere: [], byHost: new Map([['mail.test', ['*']]]) } },
    );
    const ask = (host: string) => app.inject({ url: '/health', headers: { origin: APP, host } });

    const answers = [await ask('Mail.test:8025'), await ask('mail.test'), await ask('other.test')];

    assert.deepEqual(
      answers.map(({ headers }) => headers['access-control-allow-origin']),
      [APP, APP, undefined],
    );
  });

  it('is judged by its whole address below that of the installation', async (t) => {
    const rules = { paths: { everywhere: ['https://mail.test/base/*'], byHost: new Map() } };
    const app = createCorsServer(t, { options: { publicUrl: 'https://mail.test/base' } }, rules);

    const answer = await app.inject({ url: '/base/health', headers: { origin: APP } });

    assert.equal(answer.headers['access-control-allow-origin'], APP);
  });
});

describe('The policy', () => {
  it('can change while the server runs', async (t) => {
    let policy = createCorsPolicy(RULES);
    const app = createTestServer(t, { options: { corsPolicy: () => policy } });
    const ask = async () => (await app.inject({ url: INBOX, headers: { origin: EVIL } })).headers;

    const before = await ask();
    policy = createCorsPolicy({ ...RULES, allowedOrigins: [EVIL] });
    const after = await ask();

    assert.deepEqual(
      [before['access-control-allow-origin'], after['access-control-allow-origin']],
      [undefined, EVIL],
    );
  });
});
