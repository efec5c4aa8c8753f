/** Requests on their way to the process that owns their account. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createForward } from '../../../src/http/peers/forward.ts';

/** More than all buffers on the way hold. */
const BODY = 'y'.repeat(4_000_000);

describe('A forwarded request', () => {
  it('leaves its connection to the next one when the owner refuses the body before its end', async (t) => {
    const owner = await startOwner(t);
    const front = await startFront(t, owner);

    const statuses = await exchange(t, front, [
      `POST /refused HTTP/1.1\r\nhost: a\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
      'GET /next HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    ]);

    assert.deepEqual(statuses, ['413', '200']);
  });
});

/** Answers at once, as the server does for a body above its limit; returns its socket. */
async function startOwner(t: TestContext): Promise<string> {
  const path = join(tmpdir(), `posthorn-owner-${process.pid}.sock`);
  const answer: RequestListener = (request, response) => {
    request.resume();
    response.writeHead(request.method === 'POST' ? 413 : 200).end();
  };
  await listen(t, createServer(answer), { path });
  return path;
}

/** Returns the port. */
async function startFront(t: TestContext, socketPath: string): Promise<number> {
  const forward = createForward({ ownerWaitMs: 1_000, writeIdleMs: 1_000 });
  const front = createServer((request, response) => {
    void forward({ request, response }, () => ({ socketPath }));
  });
  await listen(t, front, { host: '127.0.0.1', port: 0 });
  return (front.address() as AddressInfo).port;
}

async function listen(t: TestContext, server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** The statuses of requests on one connection, until it is closed. */
async function exchange(t: TestContext, port: number, requests: readonly string[]): Promise<string[]> {
  const socket = connect({ port, host: '127.0.0.1', signal: AbortSignal.timeout(10_000) });
  t.after(() => socket.destroy());
  socket.write(requests.join(''));
  const pieces = await socket.setEncoding('utf8').toArray();
  return [...pieces.join('').matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status);
}
