/** The load balancer of docs/scaling.md, before servers that end connections without an answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { haproxyIsMissing, startHaproxy } from './haproxy.ts';

const SERVERS = 3;
/** Until all were asked whether they are ready. */
const CHECKS_MS = 1_500;

/** Servers that are ready, read each other request, and give no answer to it. */
async function startScene(t: TestContext) {
  const methods: string[] = [];
  const ports = Array.from({ length: SERVERS }, async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/health')) return void response.end();
      methods.push(request.method ?? '');
      request.resume().once('end', () => request.socket.destroy());
    });
    t.after(() => server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  });
  const balancer = await startHaproxy(await Promise.all(ports));
  t.after(() => balancer.stop());
  await wait(CHECKS_MS);
  return { address: balancer.address, methods };
}

describe('The load balancer of docs/scaling.md', { skip: haproxyIsMissing }, () => {
  it('asks other nodes for what one has not answered, and sends a change to one node', async (t) => {
    const { address, methods } = await startScene(t);
    const request = async (method: string) => {
      const init = { method, ...(method !== 'GET' && method !== 'DELETE' && { body: '{}' }) };
      await fetch(`${address}/MessageItems`, { ...init, headers: { connection: 'close' } }).catch(
        () => undefined,
      );
      return methods.filter((each) => each === method).length;
    };

    const reads = await request('GET');
    const changes = [await request('POST'), await request('PATCH'), await request('DELETE')];

    assert.ok(reads > 1, `${reads} reads`);
    assert.deepEqual(changes, [1, 1, 1]);
  });
});
