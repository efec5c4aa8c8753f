/** The client before a server that ends connections without an answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createClient } from '../../src/api/client.ts';

async function startScene(t: TestContext, { cuts }: { readonly cuts: number }) {
  const methods: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method);
    if (methods.length <= cuts) request.socket.destroy();
    else response.end(JSON.stringify({ data: null }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const login = { user: 'jane', authorization: 'Basic x' };
  return { methods, client: createClient(`http://127.0.0.1:${port}/`, login) };
}

describe('A request without an answer', () => {
  it('is sent once more where it only reads', async (t) => {
    const { client, methods } = await startScene(t, { cuts: 1 });

    assert.deepEqual((await client.ask('MailAccounts')).document, { data: null });
    assert.deepEqual(methods, ['GET', 'GET']);
  });

  it('fails after the second time', async (t) => {
    const { client, methods } = await startScene(t, { cuts: 3 });

    await assert.rejects(client.ask('MailAccounts'), TypeError);
    assert.equal(methods.length, 2);
  });

  it('is never repeated where it changes something, or was cancelled', async (t) => {
    const { client, methods } = await startScene(t, { cuts: 9 });

    await assert.rejects(client.ask('MessageItems', { method: 'POST', body: {} }), TypeError);
    await assert.rejects(client.ask('MailAccounts', { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.deepEqual(methods, ['POST']);
  });
});
