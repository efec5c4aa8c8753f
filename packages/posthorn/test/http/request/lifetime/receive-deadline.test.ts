import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyRequest } from 'fastify';
import {
  addReceiveDeadlines,
  liftReceiveDeadline,
  restartReceiveDeadline,
} from '../../../../src/http/request/lifetime/receive-deadline.ts';

const DEADLINE_MS = 40;
const LATE_MS = 4 * DEADLINE_MS;
/** A busy machine closes late; nobody waits so long where it does close. */
const MUCH_TOO_LATE_MS = 5_000;

/** Posts a body whose second half comes so long after the first; tells the status, or `closed`. */
async function postSlowly(
  t: TestContext,
  path: string,
  pauseMs: number,
): Promise<number | string | undefined> {
  const app = fastify();
  addReceiveDeadlines(app, DEADLINE_MS);
  app.post('/', async () => 'read');
  const lift = { onRequest: async (request: FastifyRequest) => liftReceiveDeadline(request) };
  app.post('/large', lift, async () => 'read');
  const restart = { preParsing: async (request: FastifyRequest) => restartReceiveDeadline(request) };
  app.post('/refused', { ...lift, ...restart }, async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const request = httpRequest({
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'content-length': '2' },
  });
  request.write('a');
  const timer = setTimeout(() => request.end('b'), pauseMs);
  try {
    const [answer] = await once(request, 'response');
    answer.resume();
    return answer.statusCode;
  } catch {
    return 'closed';
  } finally {
    clearTimeout(timer);
  }
}

describe('The deadline for receiving', () => {
  it('closes the connection of a client that is too slow', async (t) => {
    assert.equal(await postSlowly(t, '/', MUCH_TOO_LATE_MS), 'closed');
  });

  it('leaves a client alone from whom it was lifted', async (t) => {
    assert.equal(await postSlowly(t, '/large', LATE_MS), 200);
  });

  it('leaves a client alone that has nothing to send and waits for its answer', async (t) => {
    const app = fastify();
    addReceiveDeadlines(app, DEADLINE_MS);
    app.post('/', async () => {
      await wait(LATE_MS);
      return 'done';
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    t.after(() => app.close());

    // A body of no octets is announced as such: Content-Length: 0.
    const answer = await fetch(address, { method: 'POST', headers: { connection: 'close' } });

    assert.equal(await answer.text(), 'done');
  });

  it('closes the connection of a client to whom it was given back', async (t) => {
    assert.equal(await postSlowly(t, '/refused', MUCH_TOO_LATE_MS), 'closed');
  });
});
