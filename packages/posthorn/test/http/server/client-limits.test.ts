/** Clients that do not send, do not read, or take too many connections. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { accountKey } from '../../../src/domain/limits/limit-keys.ts';
import { readCredentials } from '../../../src/http/request/login/credentials.ts';
import type { EdgeLimits } from '../../../src/http/server/edge-limits.ts';
import { AUTHORIZATION, accountOf, createTestServer, V0 } from '../test-server.ts';

/** More than the buffers of a connection on loopback take. */
const LARGE_OCTETS = 20_000_000;
const OTHER = `Basic ${btoa('bob@example.org:secret')}`;
/** The same user as that of AUTHORIZATION. */
const SPELLED = `Basic ${btoa('JANE@Example.org.:secret')}`;

/** A server with the route `/large`, whose login is proved, and whose answer stands in memory. */
async function startServer(t: TestContext, limits: Partial<EdgeLimits>, trustedProxies: string[] = []) {
  const app = createTestServer(t, { options: { limits, trustedProxies } });
  app.get('/large', { compress: false }, async (request) => {
    const { login } = readCredentials(request.headers, () => undefined);
    const { inbox: server } = accountOf(login);
    Reflect.set(request, 'principal', { principal: { ownerKey: accountKey({ login, server }) } });
    return 'x'.repeat(LARGE_OCTETS);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

function open(t: TestContext, app: FastifyInstance): Socket {
  const address = app.server.address();
  assert.ok(address !== null && typeof address === 'object');
  const socket = connect(address.port, '127.0.0.1');
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  return socket;
}

/** Sends a request and reads nothing of the answer. */
async function askUnread(
  t: TestContext,
  app: FastifyInstance,
  authorization = AUTHORIZATION,
): Promise<Socket> {
  const socket = open(t, app);
  socket.write(`GET /large HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** The status of another request for the large answer, which is read. */
async function ask(t: TestContext, app: FastifyInstance, authorization = AUTHORIZATION): Promise<number> {
  const socket = open(t, app);
  socket.write(
    `GET /large HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
  );
  return Number((await text(socket)).slice('HTTP/1.1 '.length, 12));
}

const connectionsOf = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));

async function untilConnections(app: FastifyInstance, count: number, timeoutMs = 3_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while ((await connectionsOf(app)) !== count) {
    if (Date.now() > end) assert.equal(await connectionsOf(app), count);
    await wait(10);
  }
}

describe('A client that does not read its answer', () => {
  it('is cut off', async (t) => {
    const app = await startServer(t, { writeIdleMs: 150 });
    await askUnread(t, app);

    await untilConnections(app, 0);
  });

  it('is cut off as well when it reads too slowly', async (t) => {
    const app = await startServer(t, { writeIdleMs: 1_500, leastReadRate: 100_000_000 });
    const socket = await askUnread(t, app);
    const drip = setInterval(() => socket.read(65_536), 20);
    t.after(() => clearInterval(drip));

    await untilConnections(app, 0);
  });

  it('gets no further long answer until it has read, and others do', async (t) => {
    const app = await startServer(t, { maxUnreadOctetsPerLogin: LARGE_OCTETS + 1 });
    const socket = await askUnread(t, app);

    const statuses = [await ask(t, app), await ask(t, app, SPELLED), await ask(t, app, OTHER)];
    socket.destroy();
    await untilConnections(app, 0);

    assert.deepEqual([...statuses, await ask(t, app)], [429, 429, 200, 200]);
  });

  it('leaves room for others when it has many logins', async (t) => {
    const app = await startServer(t, { maxUnreadOctets: LARGE_OCTETS + 1 });
    await askUnread(t, app);

    assert.equal(await ask(t, app, OTHER), 503);
  });
});

describe('A client that does not send', () => {
  it('is cut off without an answer when it has sent nothing', async (t) => {
    const app = await startServer(t, { headersTimeoutMs: 100 });

    assert.equal(await text(open(t, app)), '');
  });

  it('is told so when it has sent the half of a head', async (t) => {
    const app = await startServer(t, { headersTimeoutMs: 100 });
    const socket = open(t, app);
    socket.write(`GET ${V0}/MailAccounts HTTP/1.1\r\nHost:`);

    assert.match(await text(socket), /^HTTP\/1\.1 408 Request timeout\r\n/);
  });
});

describe('A client with many connections', () => {
  it('gets no more of them than its share', async (t) => {
    const app = await startServer(t, { maxConnectionsPerClient: 2 });
    const sockets = [open(t, app), open(t, app), open(t, app)];
    await Promise.race(sockets.map((socket) => once(socket, 'close')));

    assert.deepEqual(sockets.map(({ destroyed }) => destroyed).sort(), [false, false, true]);
    assert.equal(await connectionsOf(app), 2);
    for (const socket of sockets) socket.destroy();
    await untilConnections(app, 0);
    assert.equal(await ask(t, app), 200);
  });

  it('may be a proxy that the operator trusts', async (t) => {
    const app = await startServer(t, { maxConnectionsPerClient: 1 }, ['127.0.0.1']);
    open(t, app);

    assert.equal(await ask(t, app), 200);
  });
});

describe('An injected request', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  it('leaves no timer that keeps the process alive, also where nothing of its answer is written', async (t) => {
    const app = createTestServer(t, { options: { limits: {}, trustedProxies: [] } });
    app.get('/nothing', { compress: false }, async () => Readable.from([]));
    await app.ready();
    const before = timers();

    const { statusCode } = await app.inject({ url: '/nothing', headers: { authorization: AUTHORIZATION } });

    assert.deepEqual([statusCode, timers()], [200, before]);
  });
});
