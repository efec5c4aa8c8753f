/** One file as the body of a request, over real connections. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import fastify from 'fastify';
import { createFileSpool } from '../../../../src/adapters/spool/file-spool.ts';
import type { AccountKey } from '../../../../src/domain/limits/limit-keys.ts';
import { toProblem } from '../../../../src/http/answer/problem.ts';
import { acceptUploads } from '../../../../src/http/request/body/upload-body.ts';
import { readUploadedFile } from '../../../../src/http/request/files/uploaded-file.ts';
import { addRequestSignals, signalOf } from '../../../../src/http/request/lifetime/request-signal.ts';
import { deferred } from '../../../support/deferred.ts';

const MAX_OCTETS = 100_000;

interface UploadServer {
  /** Begins a request whose body the test sends. */
  begin(headers?: Readonly<Record<string, string | number>>): ClientRequest;
  /** The code of the first failure. */
  readonly failure: Promise<string>;
}

/** A server that tells the length of what was uploaded. */
async function startServer(t: TestContext): Promise<UploadServer> {
  const app = fastify();
  const contentSpool = createFileSpool();
  const failure = deferred<string>();
  addRequestSignals(app, 10_000);
  acceptUploads(app);
  app.post('/', async (request) => {
    const options = { contentSpool, maxOctets: MAX_OCTETS, owner: 'ann' as AccountKey };
    const content = await readUploadedFile(request, options, signalOf(request));
    await content.release();
    return { octets: content.length };
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = toProblem(error);
    failure.resolve(code);
    reply.code(status).header('connection', 'close').send({ code });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return {
    failure: failure.promise,
    begin: (headers = {}) => httpRequest({ host: '127.0.0.1', port, method: 'POST', headers }),
  };
}

async function answerTo(request: ClientRequest): Promise<unknown> {
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return [answer.statusCode, await json(answer)];
}

describe('readUploadedFile', () => {
  it('reads a body of any type, in pieces and of unknown length', async (t) => {
    const request = (await startServer(t)).begin({ 'content-type': 'image/x-what' });
    request.write(Buffer.alloc(MAX_OCTETS - 1));
    request.end(Buffer.alloc(1));

    assert.deepEqual(await answerTo(request), [200, { octets: MAX_OCTETS }]);
  });

  it('refuses by its announced length a file that is too large, before it is sent', async (t) => {
    const request = (await startServer(t)).begin({ 'content-length': MAX_OCTETS + 1 });
    request.flushHeaders();
    const answer = await answerTo(request);
    request.destroy();

    assert.deepEqual(answer, [413, { code: 'payload-too-large' }]);
  });

  it('refuses a file that becomes too large while it is sent', async (t) => {
    const request = (await startServer(t)).begin();
    request.write(Buffer.alloc(MAX_OCTETS + 1));
    const answer = await answerTo(request);
    request.destroy();

    assert.deepEqual(answer, [413, { code: 'payload-too-large' }]);
  });

  it('ends when the client leaves in the middle', async (t) => {
    const { begin, failure } = await startServer(t);
    const request = begin({ 'content-length': MAX_OCTETS });
    request.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      request.write(Buffer.alloc(1_000), () => resolve());
    });
    request.destroy();

    assert.equal(await failure, 'client-gone');
  });
});
