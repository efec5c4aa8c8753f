import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { AUTHORIZATION, createTestServer, get, INBOX, smallMailStore, V0 } from '../test-server.ts';

const HEADERS = { authorization: AUTHORIZATION };

/** A server whose list of folders ends in the given way, and the lines of its log. */
function createFailingServer(t: TestContext, fail: () => Promise<never>, isDebug = false) {
  const lines: string[] = [];
  const mailStore = smallMailStore();
  mailStore.listMailboxes = fail;
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  return { app: createTestServer(t, { mailStore, logger, options: { isDebug } }), lines };
}

/** The port of a server that listens. */
async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

describe('HTTP server', () => {
  it('puts the protective headers and the id of the request on every answer', async (t) => {
    const headers = { authorization: AUTHORIZATION, 'x-request-id': 'trace-0123456789' };
    const app = createTestServer(t);

    const answers = await Promise.all(
      [`${INBOX}/12`, `${INBOX}/99`, '/nowhere', `${V0}/%zz`].map((url) => app.inject({ url, headers })),
    );

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.headers['x-request-id']]),
      [
        [200, 'trace-0123456789'],
        [404, 'trace-0123456789'],
        [404, 'trace-0123456789'],
        [400, 'trace-0123456789'],
      ],
    );
    assert.deepEqual(
      answers.map((answer) => answer.headers['cache-control']),
      ['no-store', 'no-store', 'no-store', 'no-store'],
    );
    assert.deepEqual(
      new Set(answers.map((answer) => answer.headers['x-content-type-options'])),
      new Set(['nosniff']),
    );
    assert.deepEqual(
      new Set(answers.map((answer) => answer.headers['referrer-policy'])),
      new Set(['no-referrer']),
    );
  });

  it('answers 404 for an unknown route in the words of its version', async (t) => {
    const answer = await get(createTestServer(t), `${V0}/Nothing`);

    assert.equal(answer.statusCode, 404);
    assert.deepEqual(answer.json(), {
      success: false,
      msg: 'Not found',
      status: 404,
      code: 'route-unknown',
      title: 'Not found',
    });
  });

  it('answers 404 as a JSON:API document for a version that does not exist', async (t) => {
    const answer = await get(createTestServer(t), '/rest-api-email/v9/MailAccounts');

    assert.equal(answer.statusCode, 404);
    assert.equal(answer.headers['content-type'], 'application/vnd.api+json');
    assert.equal(answer.json().errors[0].code, 'route-unknown');
  });

  it('answers 405 with the allowed methods for a method that the path does not know', async (t) => {
    const answer = await createTestServer(t).inject({ method: 'PUT', url: `${V0}/MailAccounts` });

    assert.equal(answer.statusCode, 405);
    assert.equal(answer.headers.allow, 'GET, HEAD');
    assert.equal(answer.json().code, 'method-not-allowed');
  });

  for (const url of [`${V0}/MailAccounts/%zz/MailFolders`, `${V0}/MailAccounts/%ff/MailFolders`]) {
    it(`answers 400 for the malformed URL ${url}`, async (t) => {
      const answer = await get(createTestServer(t), url);

      assert.equal(answer.statusCode, 400);
      assert.equal(answer.json().code, 'malformed-request');
    });
  }

  it('decodes a path once', async (t) => {
    const answer = await get(
      createTestServer(t),
      `${V0}/MailAccounts/gmail/MailFolders/%2549NBOX/MessageItems?limit=1`,
    );

    assert.equal(answer.statusCode, 404);
    assert.equal(answer.json().code, 'mailbox-unknown');
  });

  it('serves the latest version without a version', async (t) => {
    const answer = await get(createTestServer(t), INBOX.replace('/v0', ''));

    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'application/vnd.api+json');
  });

  it('serves the version that the operator chose without a version', async (t) => {
    const app = createTestServer(t, { options: { aliasVersion: 'v0' } });

    const [withVersion, without] = await Promise.all([
      get(app, `${INBOX}?limit=2`),
      get(app, `${INBOX.replace('/v0', '')}?limit=2`),
    ]);

    assert.equal(without.statusCode, 200);
    assert.deepEqual(without.json(), withVersion.json());
  });

  it('answers 405 whatever the body is', async (t) => {
    const answer = await createTestServer(t).inject({
      method: 'PATCH',
      url: `${INBOX}/12`,
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    });

    assert.equal(answer.statusCode, 405);
  });

  it('serves an email path of several segments', async (t) => {
    const app = createTestServer(t, { options: { emailPath: 'rest-api-email/api' } });

    const answer = await get(
      app,
      '/rest-api-email/api/v0/MailAccounts/gmail/MailFolders/[Gmail]/Drafts/MessageItems?limit=1',
    );

    assert.equal(answer.statusCode, 200);
  });

  it('takes mailbox names of a thousand octets', async (t) => {
    const name = encodeURIComponent('ü'.repeat(500));

    const answer = await get(
      createTestServer(t),
      `${V0}/MailAccounts/gmail/MailFolders/${name}/MessageItems?limit=1`,
    );

    assert.equal(answer.json().code, 'mailbox-unknown');
  });

  it('answers 414 for a path segment that is longer than any name', async (t) => {
    const answer = await get(createTestServer(t), `${V0}/MailAccounts/${'x'.repeat(4001)}/MailFolders`);

    assert.equal(answer.statusCode, 414);
    const { code, detail } = answer.json();
    assert.deepEqual([code, detail], ['uri-too-long', 'A part of the path is longer than any name or id.']);
  });

  it('bounds the time and the number of connections', (t) => {
    const { server } = createTestServer(t);

    assert.deepEqual(
      [server.headersTimeout, server.requestTimeout, server.keepAliveTimeout],
      [10_000, 900_000, 65_000],
    );
    assert.deepEqual([server.maxConnections, server.maxRequestsPerSocket], [5_000, 10_000]);
  });

  it('answers 504 when the mail store takes longer than the request may', async (t) => {
    const mailStore = smallMailStore();
    mailStore.listMailboxes = () => new Promise(() => undefined);
    const app = createTestServer(t, { mailStore, options: { requestTimeoutMs: 20 } });

    const answer = await get(app, `${V0}/MailAccounts/gmail/MailFolders`);

    assert.equal(answer.statusCode, 504);
    assert.equal(answer.json().code, 'server-timeout');
  });

  it('answers 504 when the login takes longer than the request may, whatever the aborted store throws', async (t) => {
    const mailStore = smallMailStore();
    mailStore.verifyLogin = (_account, signal?: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('socket destroyed')));
      });
    const app = createTestServer(t, { mailStore, options: { requestTimeoutMs: 20 } });

    const answer = await get(app, `${V0}/MailAccounts/gmail/MailFolders`);

    assert.equal(answer.statusCode, 504);
  });

  it('aborts the work when the client goes away, and logs no failure', async (t) => {
    const reasons: Promise<string>[] = [];
    const lines: string[] = [];
    const mailStore = smallMailStore();
    const { promise: isStarted, resolve: start } = withResolvers();
    mailStore.listMailboxes = (_account?: unknown, signal?: AbortSignal) => {
      assert.ok(signal);
      reasons.push(once(signal, 'abort').then(() => signal.reason.name));
      start();
      return new Promise(() => undefined);
    };
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const app = createTestServer(t, { mailStore, logger });
    const socket = connect(await listen(app), '127.0.0.1');
    socket.write(
      `GET ${V0}/MailAccounts/gmail/MailFolders HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`,
    );
    await isStarted;

    socket.destroy();

    assert.deepEqual(await Promise.all(reasons), ['ClientGone']);
    assert.deepEqual(lines, []);
  });

  it('answers an unexpected error with 500 and nothing more, and logs it once with the id of the request', async (t) => {
    const { app, lines } = createFailingServer(t, async () => {
      throw new TypeError('the inside');
    });

    const answer = await get(app, `${V0}/MailAccounts/gmail/MailFolders`);

    assert.equal(answer.statusCode, 500);
    assert.deepEqual(answer.json(), { success: false, msg: 'Server Error', status: 500 });
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    assert.deepEqual(
      errors.map(({ reqId, msg, err }) => [reqId, msg, err.message]),
      [[answer.headers['x-request-id'], 'unexpected error', 'the inside']],
    );
  });

  it('tells class and stack of an unexpected error in debug mode, but not its message', async (t) => {
    const { app } = createFailingServer(
      t,
      async () => {
        throw new TypeError('the inside');
      },
      true,
    );

    const answer = await get(app, `${V0}/MailAccounts/gmail/MailFolders`);

    assert.equal(answer.json().exception, 'TypeError');
    assert.match(answer.json().trace[0], /^at /);
    assert.doesNotMatch(answer.body, /the inside/);
  });

  it('says when to try again if the mail server is busy, and keeps its reasons to itself', async (t) => {
    const { app } = createFailingServer(t, async () => {
      throw new MailError('rate-limited', { detail: 'Wait.', retryAfterSeconds: 300 });
    });

    const answer = await get(app, `${V0}/MailAccounts/gmail/MailFolders`);

    assert.equal(answer.statusCode, 429);
    assert.equal(answer.headers['retry-after'], '300');
  });

  it('logs one line for a request, without its URL', async (t) => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const app = createTestServer(t, { logger });

    await get(app, `${INBOX}?limit=1`);

    const entries = lines
      .map((line) => JSON.parse(line))
      .map(({ method, route, status, msg }) => [method, route, status, msg]);
    assert.deepEqual(entries, [
      [
        'GET',
        `${V0}/MailAccounts/:mailAccountId/MailFolders/:mailFolderId/MessageItems`,
        200,
        'request answered',
      ],
    ]);
  });

  it('answers HEAD like GET, without a body', async (t) => {
    const answer = await createTestServer(t).inject({ method: 'HEAD', url: `${INBOX}/12`, headers: HEADERS });

    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, '');
  });
});

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
