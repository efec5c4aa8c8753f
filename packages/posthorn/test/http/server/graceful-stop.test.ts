/** How the server ends while clients are talking to it. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { stopSignalOf } from '../../../src/http/request/lifetime/stop-signal.ts';
import { AUTHORIZATION, createTestServer, INBOX, smallMailStore, V0 } from '../test-server.ts';

const FASTIFY_MS = 10_000;

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: unknown;
}

async function listen(t: TestContext, app: FastifyInstance) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const open = (path: string): ClientRequest =>
    openRequest({ port, path, agent, headers: { authorization: AUTHORIZATION } }).end();
  return { port, open, get: (path: string) => answerOf(open(path)) };
}

async function answerOf(request: ClientRequest): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks = await response.toArray();
  const { statusCode: status, headers } = response;
  return { status, connection: headers.connection, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

/** A store that answers the list of messages when it is told to. */
function slowStore() {
  const store = smallMailStore();
  const list = store.listMessages.bind(store);
  const events = new EventEmitter();
  const asked = once(events, 'asked');
  const goes = once(events, 'go');
  store.listMessages = async (...args) => {
    events.emit('asked');
    await goes;
    return list(...args);
  };
  return { store, asked, go: () => events.emit('go') };
}

describe('HTTP server, when it is closed', () => {
  it('answers what is under way in full, and tells the client to connect anew', async (t) => {
    const { store, asked, go } = slowStore();
    const app = createTestServer(t, { mailStore: store });
    const { get } = await listen(t, app);
    const answering = get(`${INBOX}?start=0&limit=5`);
    await asked;

    const closing = app.close();
    while (app.server.listening) await nextTurn();
    go();

    const { status, connection, body } = await answering;
    assert.deepEqual([status, connection, (body as { total: number }).total], [200, 'close', 3]);
    await closing;
  });

  it('waits for what takes longer than the ten seconds that Fastify gives its hooks', async (t) => {
    const app = createTestServer(t, { mailStore: smallMailStore() });
    app.get('/slow', async () => {
      await wait(FASTIFY_MS + 500);
      return 'done';
    });
    const { open } = await listen(t, app);
    const answering = once(open('/slow'), 'response') as Promise<[IncomingMessage]>;
    await once(app.server, 'request');

    const closing = app.close().then(() => 'closed');

    assert.deepEqual([(await answering)[0].resume().statusCode, await closing], [200, 'closed']);
  });

  it('tells answers of any length when it takes no connection any more, and waits for their ends', async (t) => {
    const app = createTestServer(t, { mailStore: smallMailStore() });
    const listeningAtStop: boolean[] = [];
    app.get('/events', (request, reply) => {
      const events = new PassThrough();
      const signal = stopSignalOf(request);
      events.write('["begun"');
      signal.addEventListener('abort', () => {
        listeningAtStop.push(app.server.listening);
        events.end(',"ended"]');
      });
      return reply.send(events);
    });
    const { open } = await listen(t, app);
    const [response] = (await once(open('/events'), 'response')) as [IncomingMessage];
    const chunks = response.toArray();

    await app.close();

    assert.deepEqual(JSON.parse(Buffer.concat(await chunks).toString()), ['begun', 'ended']);
    assert.deepEqual(listeningAtStop, [false]);
  });

  it('answers requests on open connections still, as not ready', async (t) => {
    const { store, asked, go } = slowStore();
    const app = createTestServer(t, { mailStore: store });
    const { get } = await listen(t, app);
    const [first] = [get(`${INBOX}?start=0&limit=5`), await asked, await get('/health')];

    const closing = app.close();
    while (app.server.listening) await nextTurn();
    const ready = await get('/health/ready');
    go();

    assert.deepEqual(ready, {
      status: 503,
      connection: 'close',
      body: { status: 'stopping', environment: 'test' },
    });
    assert.equal((await first).status, 200);
    await closing;
  });

  it('takes no connection any more', async (t) => {
    const { store, asked, go } = slowStore();
    const app = createTestServer(t, { mailStore: store });
    const { get, port } = await listen(t, app);
    const answering = get(`${INBOX}?start=0&limit=5`);
    await asked;

    const closing = app.close();
    while (app.server.listening) await nextTurn();

    await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' });
    go();
    await Promise.all([answering, closing]);
  });

  it('waits for no client that has nothing to say', async (t) => {
    const app = createTestServer(t);
    const { get, port } = await listen(t, app);
    await get(`${V0}/MailAccounts`);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    silent.on('error', () => undefined);

    const start = performance.now();
    await app.close();

    assert.ok(performance.now() - start < 5_000);
  });

  it('ends at once when nobody is connected', async (t) => {
    const app = createTestServer(t);
    await listen(t, app);

    const start = performance.now();
    await app.close();

    assert.ok(performance.now() - start < 900);
  });
});
