import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import type { ContentSpool } from '../../../../src/application/ports/content-spool.ts';
import type { AccountKey } from '../../../../src/domain/limits/limit-keys.ts';
import { toProblem } from '../../../../src/http/answer/problem.ts';
import { acceptForms } from '../../../../src/http/request/body/form-body.ts';
import {
  type MultipartLimits,
  readMultipartFiles,
} from '../../../../src/http/request/files/multipart-files.ts';
import { addRequestSignals, signalOf } from '../../../../src/http/request/lifetime/request-signal.ts';
import { InMemoryContentSpool } from '../../in-memory-content-spool.ts';

const LIMITS: MultipartLimits = {
  maxFiles: 2,
  maxFileOctets: 100_000,
  maxOctets: 150_000,
  maxFields: 3,
  maxFieldOctets: 10,
};

/** A server that reads forms and answers with what it has read; `onError` hears of failures. */
async function startServer(
  t: TestContext,
  contentSpool: ContentSpool,
  onError: (code: string) => void = () => undefined,
): Promise<string> {
  const app = fastify();
  addRequestSignals(app, 10_000);
  acceptForms(app);
  addFormRoute(app, contentSpool);
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, detail } = toProblem(error);
    onError(code);
    reply.code(status).send({ code, detail });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
}

function addFormRoute(app: FastifyInstance, contentSpool: ContentSpool): void {
  app.post('/', async (request) => {
    const form = await readMultipartFiles(
      request,
      { contentSpool, limits: LIMITS, owner: 'ann' as AccountKey },
      signalOf(request),
    );
    const files = [];
    for (const { content, ...file } of form.files) {
      const chunks = [];
      for await (const chunk of content.read()) chunks.push(chunk);
      files.push({ ...file, text: Buffer.concat(chunks).toString() });
    }
    await form.release();
    return { fields: [...form.fields], files };
  });
}

function formOf(...parts: readonly (readonly [string, string | Blob, string?])[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}

const blobOf = (octets: number) => new Blob(['x'.repeat(octets)]);

async function post(url: string, body: FormData | string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'POST', body, headers });
  return { status: answer.status, body: await answer.json() };
}

/** A promise that the test settles. */
function deferred<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

describe('readMultipartFiles', () => {
  it('gives texts by name and files in their order, wherever they stand', async (t) => {
    const spool = new InMemoryContentSpool();
    const url = await startServer(t, spool);

    const answer = await post(
      url,
      formOf(
        ['b', new Blob(['größer'], { type: 'Text/Plain; charset=utf-8' }), 'dir/größe.txt'],
        ['b', 'first'],
        ['a', new Blob([''], { type: 'nonsense' }), 'empty'],
        ['b', 'last'],
      ),
    );

    assert.deepEqual(answer, {
      status: 200,
      body: {
        fields: [['b', 'last']],
        files: [
          { field: 'b', fileName: 'größe.txt', mediaType: 'text/plain', text: 'größer' },
          { field: 'a', fileName: 'empty', mediaType: 'application/octet-stream', text: '' },
        ],
      },
    });
    assert.equal(spool.keptCount, 0);
  });

  it('takes names of prototypes for names', async (t) => {
    const url = await startServer(t, new InMemoryContentSpool());

    const { body } = await post(url, formOf(['__proto__', 'x'], ['constructor', 'y']));

    assert.deepEqual(body.fields, [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  for (const [title, form] of [
    ['a file', formOf(['a', blobOf(10)], ['b', blobOf(100_001)])],
    ['all files together', formOf(['a', blobOf(80_000)], ['b', blobOf(80_000)])],
    ['the number of files', formOf(['a', blobOf(1)], ['b', blobOf(1)], ['c', blobOf(1)])],
    ['a field', formOf(['a', blobOf(1)], ['b', 'x'.repeat(11)])],
  ] as const) {
    it(`refuses a form that is too large by ${title}, and keeps nothing of it`, async (t) => {
      const spool = new InMemoryContentSpool();
      const url = await startServer(t, spool);

      const { status, body } = await post(url, form);

      assert.deepEqual([status, body.code, spool.keptCount], [413, 'payload-too-large', 0]);
    });
  }

  it('refuses a form with too many fields', async (t) => {
    const spool = new InMemoryContentSpool();
    const url = await startServer(t, spool);
    const form = formOf(['a', blobOf(1)], ['b', '1'], ['c', '2'], ['d', '3'], ['e', '4']);

    const { status, body } = await post(url, form);

    assert.deepEqual([status, body.code, spool.keptCount], [400, 'malformed-request', 0]);
  });

  const NAMED = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n';
  for (const [title, contentType, text] of [
    ['without a boundary', 'multipart/form-data', `${NAMED}text\r\n--x--\r\n`],
    ['that ends too early', 'multipart/form-data; boundary=x', `${NAMED}text`],
    ['that ends in the header of a part', 'multipart/form-data; boundary=x', `${NAMED}text\r\n--x\r\nConte`],
    ['that is empty', 'multipart/form-data; boundary=x', ''],
    ['that is no form', 'multipart/form-data; boundary=x', '{"a":1}'],
  ] as const) {
    it(`refuses a form ${title}`, async (t) => {
      const spool = new InMemoryContentSpool();
      const url = await startServer(t, spool);

      const { status, body } = await post(url, text, { 'content-type': contentType });

      assert.deepEqual([status, body.code, spool.keptCount], [400, 'malformed-request', 0]);
    });
  }

  it('tells why a file could not be kept, and keeps none of the others', async (t) => {
    const spool = new InMemoryContentSpool();
    let calls = 0;
    const failing: ContentSpool = {
      keep: (...input) => {
        calls += 1;
        return calls === 2 ? Promise.reject(new Error('disk full')) : spool.keep(...input);
      },
    };
    const url = await startServer(t, failing);

    const { status } = await post(url, formOf(['a', blobOf(1)], ['b', blobOf(90_000)]));

    assert.deepEqual([status, spool.keptCount], [500, 0]);
  });

  it('keeps nothing when the client goes away', async (t) => {
    const spool = new InMemoryContentSpool();
    const firstKept = deferred<void>();
    const failed = deferred<string>();
    const noticing: ContentSpool = {
      keep: async (...input) => {
        const kept = await spool.keep(...input);
        firstKept.resolve();
        return kept;
      },
    };
    const request = httpRequest(await startServer(t, noticing, failed.resolve), {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' },
    });
    request.on('error', () => undefined);
    request.write(`${NAMED}first\r\n${NAMED}second`);
    await firstKept.promise;

    request.destroy();

    assert.equal(await failed.promise, 'client-gone');
    assert.equal(spool.keptCount, 0);
  });

  it('leaves the connection in order after a refused form', async (t) => {
    const url = await startServer(t, new InMemoryContentSpool());
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };

    await post(url, `${NAMED}${'x'.repeat(140_000)}`, headers);
    const { status } = await post(url, formOf(['a', 'b']));

    assert.equal(status, 200);
  });
});

describe('A route for forms', () => {
  for (const contentType of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    it(`takes no ${contentType}`, async (t) => {
      const url = await startServer(t, new InMemoryContentSpool());

      const { status } = await post(url, '{}', { 'content-type': contentType });

      assert.equal(status, 415);
    });
  }
});
