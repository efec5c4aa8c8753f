/** Routes under a server of their own, whose work the tests hold in their hands. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { MemoryAnswerStore } from '../../../../src/adapters/memory/memory-answer-store.ts';
import type { AnswerStore, KeyedRequest } from '../../../../src/application/ports/state/answer-store.ts';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import type { OwnerKey } from '../../../../src/domain/rights/principal.ts';
import { toProblem } from '../../../../src/http/answer/problem.ts';
import { createIdempotentRequests } from '../../../../src/http/request/idempotency/idempotent-requests.ts';
import { addRequestSignals, clientSignalOf } from '../../../../src/http/request/lifetime/request-signal.ts';
import { type ApiRoute, addRoutes } from '../../../../src/http/route/api-route.ts';
import { deferred } from '../../../support/deferred.ts';

const SECRET = Buffer.alloc(32);

/** A store in memory, of which the test replaces methods. */
function storeOf(replaced: Partial<AnswerStore>): AnswerStore {
  const store = new MemoryAnswerStore({ now: Date.now });
  return {
    begin: (request) => store.begin(request),
    finish: (finished) => store.finish(finished),
    forget: (key) => store.forget(key),
    abandon: (owner) => store.abandon(owner),
    ...replaced,
  };
}

const KEY = { 'idempotency-key': 'k-1', authorization: 'Basic x' };

interface TestServer {
  readonly app: FastifyInstance;
  /** How often the work was done. */
  count(): number;
}

/** A server whose route does the work at `/a/{account}` and `/b/{account}`. */
function createServer(
  t: TestContext,
  work: ApiRoute['handler'],
  store: Partial<AnswerStore> = {},
): TestServer {
  const app = fastify();
  let count = 0;
  addRequestSignals(app, 10_000);
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = toProblem(error);
    reply.code(status).send({ code });
  });
  const routeOf = (path: string, method: ApiRoute['method'] = 'POST'): ApiRoute => ({
    method,
    path,
    operation: { operationId: path, summary: '', tags: [] },
    access: { login: 'account', scope: 'mail.write' },
    body: 'document',
    handler(request, reply) {
      count += 1;
      return work(request, reply);
    },
  });
  addRoutes(app, {
    prefix: '',
    routes: [
      routeOf('/a/:mailAccountId'),
      routeOf('/b/:mailAccountId'),
      routeOf('/a/:mailAccountId', 'PATCH'),
    ],
    authenticate: async () => undefined,
    version: 'v1',
    idempotentRequests: createIdempotentRequests({
      answerStore: storeOf(store),
      stateOwner: () => 'this process',
      secret: SECRET,
      ownerOf: ({ headers: { authorization = '', ...headers }, params }) => ({
        key: JSON.stringify([authorization.toLowerCase(), headers['x-cnmail-data'], params]) as OwnerKey,
        accounts: authorization,
      }),
    }),
  });
  t.after(() => app.close());
  return { app, count: () => count };
}

interface Sent {
  readonly url?: string;
  readonly method?: 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const send = (
  app: FastifyInstance,
  { url = '/a/gmail', method = 'POST', headers = {}, body = {} }: Sent = {},
) =>
  app.inject({
    method,
    url,
    headers: { ...KEY, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });

describe('A request with an Idempotency-Key', () => {
  it('that comes again gets the answer of the first', async (t) => {
    const { app, count } = createServer(t, async (_request, reply) =>
      reply
        .code(201)
        .headers({ location: '/x', etag: '"1"', vary: 'Accept', 'x-other': '1' })
        .send({ n: count() }),
    );
    const [first, second] = [await send(app), await send(app)];

    assert.deepEqual([second.statusCode, second.body, count()], [201, '{"n":1}', 1]);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    const { location, etag, vary } = second.headers;
    assert.deepEqual(
      [location, etag, vary, second.headers['idempotency-replayed']],
      ['/x', '"1"', 'Accept', 'true'],
    );
    assert.equal(second.headers['content-type'], first.headers['content-type']);
    assert.equal(second.headers['x-other'], undefined);
  });

  it('waits for the first while that is under way', async (t) => {
    const gate = deferred<object>();
    const { app, count } = createServer(t, () => gate.promise);
    const both = Promise.all([send(app), send(app)]);
    gate.resolve({ done: true });
    const answers = await both;

    assert.deepEqual(
      answers.map(({ body }) => body),
      ['{"done":true}', '{"done":true}'],
    );
    assert.equal(count(), 1);
  });

  it('without a body is repeated too', async (t) => {
    const { app, count } = createServer(t, async (_request, reply) => reply.code(204).send());
    const answers = [await send(app), await send(app)];

    assert.deepEqual([answers[1]?.statusCode, answers[1]?.body, count()], [204, '', 1]);
  });

  const OTHERS: readonly (readonly [string, Sent])[] = [
    ['body', { body: { other: 1 } }],
    ['path', { url: '/b/gmail' }],
    ['query', { url: '/a/gmail?x=1' }],
  ];
  for (const [what, other] of OTHERS) {
    it(`is refused when it comes with another ${what}`, async (t) => {
      const { app, count } = createServer(t, async () => ({}));
      await send(app);
      const answer = await send(app, other);

      assert.deepEqual(
        [answer.statusCode, answer.json(), count()],
        [422, { code: 'idempotency-key-reused' }, 1],
      );
    });
  }

  const STRANGERS: readonly (readonly [string, Sent])[] = [
    ['login', { headers: { authorization: 'Basic y' } }],
    ['mail server', { headers: { 'x-cnmail-data': 'e30=' } }],
    ['account', { url: '/a/other' }],
    ['key', { headers: { 'idempotency-key': 'k-2' } }],
  ];
  for (const [what, other] of STRANGERS) {
    it(`is another one with another ${what}`, async (t) => {
      const { app, count } = createServer(t, async () => ({ n: count() }));
      await send(app);

      assert.deepEqual([(await send(app, other)).body, count()], ['{"n":2}', 2]);
    });
  }

  it('is done again after it failed', async (t) => {
    const { app, count } = createServer(t, async () => {
      if (count() === 1) throw new MailError('conflict', { detail: 'x' });
      return {};
    });
    const answers = [await send(app), await send(app), await send(app)];

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [409, 200, 200],
    );
    assert.equal(count(), 2);
  });

  it('that waits is done when the first fails', async (t) => {
    const gate = deferred<void>();
    const { app, count } = createServer(t, async () => {
      if (count() > 1) return {};
      await gate.promise;
      throw new MailError('conflict', { detail: 'x' });
    });
    const both = Promise.all([send(app), send(app)]);
    gate.resolve();

    assert.deepEqual((await both).map(({ statusCode }) => statusCode).toSorted(), [200, 409]);
    assert.equal(count(), 2);
  });

  it('that may have sent a mail is not done again', async (t) => {
    const { app, count } = createServer(t, async () => {
      throw new MailError('submission-uncertain', { detail: 'x' });
    });
    const answers = [await send(app), await send(app)];

    assert.deepEqual(
      [answers[1]?.statusCode, answers[1]?.json(), count()],
      [502, { code: 'submission-uncertain' }, 1],
    );
  });

  it('goes on when its client leaves, and its answer is there for the repeat', async (t) => {
    const begun = deferred<AbortSignal>();
    const gate = deferred<object>();
    const { app, count } = createServer(t, (request) => {
      begun.resolve(clientSignalOf(request));
      return gate.promise;
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const head = ['POST /a/gmail HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 2'];
    const fields = Object.entries(KEY).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${[...head, ...fields].join('\r\n')}\r\n\r\n{}`);
    const gone = await begun.promise;
    const left = once(gone, 'abort');
    socket.destroy();
    await left;
    gate.resolve({ done: true });
    const answer = await send(app);

    assert.deepEqual(
      [answer.body, answer.headers['idempotency-replayed'], count()],
      ['{"done":true}', 'true', 1],
    );
  });

  it('is told the short parts of a long answer', async (t) => {
    const long = 'x'.repeat(100_001);
    const { app } = createServer(t, async () => ({
      data: { long },
      meta: { matched: 2, results: [long] },
      links: {},
    }));
    await send(app);

    assert.deepEqual((await send(app)).json(), { links: {}, meta: { matched: 2, abridged: true } });
  });

  it('is done by one of two processes that share a store', async (t) => {
    const shared = storeOf({});
    const gate = deferred<object>();
    const begun = deferred<void>();
    const first = createServer(
      t,
      () => {
        begun.resolve();
        return gate.promise;
      },
      shared,
    );
    const second = createServer(t, async () => ({ n: 2 }), shared);
    const answering = send(first.app);
    await begun.promise;
    const waiting = send(second.app);
    gate.resolve({ n: 1 });
    const answers = [await answering, await waiting];

    assert.deepEqual(
      answers.map(({ body, headers }) => [body, headers['idempotency-replayed']]),
      [
        ['{"n":1}', undefined],
        ['{"n":1}', 'true'],
      ],
    );
    assert.deepEqual([first.count(), second.count()], [1, 0]);
  });

  it('is done by the other process when the first one failed', async (t) => {
    const shared = storeOf({});
    const first = createServer(t, () => Promise.reject(new MailError('conflict', { detail: 'x' })), shared);
    const second = createServer(t, async () => ({}), shared);
    const statuses = [(await send(first.app)).statusCode, (await send(second.app)).statusCode];

    assert.deepEqual(statuses, [409, 200]);
  });

  const unavailable = () => Promise.reject(new MailError('server-unavailable', { detail: 'No database.' }));

  it('is not done where the store cannot be asked', async (t) => {
    const { app, count } = createServer(t, async () => ({}), { begin: unavailable });

    assert.deepEqual([(await send(app)).statusCode, count()], [503, 0]);
  });

  it('is answered although its answer cannot be kept', async (t) => {
    const { app } = createServer(t, async () => ({ done: true }), { finish: unavailable });

    assert.equal((await send(app)).body, '{"done":true}');
  });

  it('leaves the store neither logins nor addresses', async (t) => {
    const asked: KeyedRequest[] = [];
    const { app } = createServer(t, async () => ({}), {
      begin: async (request) => {
        asked.push(request);
        return null;
      },
    });
    await send(app);

    assert.deepEqual(
      asked.map(({ key, fingerprint }) => [key, fingerprint].every((text) => /^[\w-]{43}$/.test(text))),
      [true],
    );
  });

  it('is nothing to methods that may be repeated anyway', async (t) => {
    const { app, count } = createServer(t, async () => ({}));
    await send(app, { method: 'PATCH' });
    await send(app, { method: 'PATCH' });

    assert.equal(count(), 2);
  });

  for (const key of ['', 'a b', 'x'.repeat(256), 'ü']) {
    it(`is refused when that is none: "${key.slice(0, 10)}"`, async (t) => {
      const { app, count } = createServer(t, async () => ({}));
      const answer = await send(app, { headers: { 'idempotency-key': key } });

      assert.deepEqual([answer.statusCode, answer.json(), count()], [400, { code: 'invalid-parameter' }, 0]);
    });
  }
});

describe('A request without an Idempotency-Key', () => {
  it('is done each time', async (t) => {
    const { app, count } = createServer(t, async () => ({}));
    await app.inject({ method: 'POST', url: '/a/gmail' });
    await app.inject({ method: 'POST', url: '/a/gmail' });

    assert.equal(count(), 2);
  });
});
