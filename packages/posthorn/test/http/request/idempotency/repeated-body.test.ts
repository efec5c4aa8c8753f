/** Repeats of requests whose bodies are streams. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fastify from 'fastify';
import { MemoryAnswerStore } from '../../../../src/adapters/memory/memory-answer-store.ts';
import type { AccountKey } from '../../../../src/domain/limits/limit-keys.ts';
import { toProblem } from '../../../../src/http/answer/problem.ts';
import { readMultipartFiles, UPLOAD_LIMITS } from '../../../../src/http/request/files/multipart-files.ts';
import { readUploadedFile } from '../../../../src/http/request/files/uploaded-file.ts';
import { createIdempotentRequests } from '../../../../src/http/request/idempotency/idempotent-requests.ts';
import { addRequestSignals, clientSignalOf } from '../../../../src/http/request/lifetime/request-signal.ts';
import { type ApiRoute, addRoutes } from '../../../../src/http/route/api-route.ts';
import { InMemoryContentSpool } from '../../in-memory-content-spool.ts';

/** A server that takes a file at `/file` and a form at `/form`, and counts what it took. */
async function startServer(t: TestContext) {
  const contentSpool = new InMemoryContentSpool();
  const app = fastify();
  let count = 0;
  addRequestSignals(app, 10_000);
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = toProblem(error);
    reply.code(status).send({ code });
  });
  const routeOf = (path: string, handler: ApiRoute['handler']): ApiRoute => ({
    method: 'POST',
    path,
    operation: { operationId: path, summary: '', tags: [] },
    access: { login: 'account', scope: 'mail.write' },
    body: 'upload',
    handler: async (request, reply) => {
      await handler(request, reply);
      count += 1;
      return { count };
    },
  });
  const maxOctets = 1_000_000;
  addRoutes(app, {
    prefix: '',
    routes: [
      routeOf('/file', async (request) => {
        const options = { contentSpool, maxOctets, owner: 'ann' as AccountKey };
        const file = await readUploadedFile(request, options, clientSignalOf(request));
        await file.release();
      }),
      routeOf('/form', async (request) => {
        const options = { contentSpool, limits: UPLOAD_LIMITS, owner: 'ann' as AccountKey };
        const form = await readMultipartFiles(request, options, clientSignalOf(request));
        await form.release();
      }),
    ],
    authenticate: async () => undefined,
    version: 'v1',
    idempotentRequests: createIdempotentRequests({
      answerStore: new MemoryAnswerStore({ now: Date.now }),
      stateOwner: () => 'this process',
      ownerOf: () => ({ key: 'ann' as AccountKey, accounts: 'ann' }),
    }),
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  return {
    async post(path: string, body: string | FormData, headers: Readonly<Record<string, string>> = {}) {
      const request = { method: 'POST', body, headers: { 'idempotency-key': 'k-1', ...headers } };
      const answer = await fetch(`${address}${path}`, request);
      return [answer.status, ((await answer.json()) as { readonly count: number }).count];
    },
    count: () => count,
  };
}

/** A form with a text and a file; its boundary is another each time that it is sent. */
function formOf({ text = 'Hello', content = 'plan A', name = 'plan.txt' } = {}): FormData {
  const form = new FormData();
  form.set('document', text);
  form.set('file', new Blob([content], { type: 'text/plain' }), name);
  return form;
}

describe('A file with an Idempotency-Key', () => {
  it('that comes again is not taken again', async (t) => {
    const { post } = await startServer(t);

    assert.deepEqual(
      [await post('/file', 'plan A'), await post('/file', 'plan A')],
      [
        [200, 1],
        [200, 1],
      ],
    );
  });

  it('of other content is refused, although it is as long', async (t) => {
    const { post, count } = await startServer(t);
    await post('/file', 'plan A');

    assert.deepEqual([await post('/file', 'plan B'), count()], [[422, undefined], 1]);
  });

  it('of another name is refused', async (t) => {
    const { post } = await startServer(t);
    await post('/file', 'plan A', { 'content-disposition': 'attachment; filename="a.txt"' });

    const [status] = await post('/file', 'plan A', { 'content-disposition': 'attachment; filename="b.txt"' });
    assert.equal(status, 422);
  });

  it('of other content is refused while the first is under way', async (t) => {
    const { post, count } = await startServer(t);
    const answers = await Promise.all([post('/file', 'plan A'), post('/file', 'plan B')]);

    assert.deepEqual([answers.map(([status]) => status).toSorted(), count()], [[200, 422], 1]);
  });
});

describe('A form with an Idempotency-Key', () => {
  it('that comes again with another boundary is not taken again', async (t) => {
    const { post, count } = await startServer(t);
    const answers = [await post('/form', formOf()), await post('/form', formOf())];

    assert.deepEqual(
      [answers, count()],
      [
        [
          [200, 1],
          [200, 1],
        ],
        1,
      ],
    );
  });

  for (const [what, other] of [
    ['text', { text: 'Howdy' }],
    ['file', { content: 'plan B' }],
    ['file name', { name: 'pl4n.txt' }],
  ] as const) {
    it(`with another ${what} is refused, although it is as long`, async (t) => {
      const { post, count } = await startServer(t);
      await post('/form', formOf());

      assert.deepEqual([await post('/form', formOf(other)), count()], [[422, undefined], 1]);
    });
  }
});
