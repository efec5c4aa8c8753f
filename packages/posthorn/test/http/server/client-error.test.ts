import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { createTestServer, V0 } from '../test-server.ts';

/** What the server answers to these octets. */
async function send(t: TestContext, octets: string): Promise<string> {
  const app = createTestServer(t);
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(address.port), address.hostname);
  socket.write(octets);
  return text(socket);
}

describe('What the HTTP parser refuses', () => {
  it('is answered in the words of the version that the path names, and ends the connection', async (t) => {
    const answer = await send(
      t,
      `GET ${V0}/MailAccounts HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    );

    const [head = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    assert.match(head, /connection: close/);
    assert.match(head, /cache-control: no-store/);
    assert.deepEqual([JSON.parse(body).success, JSON.parse(body).code], [false, 'headers-too-large']);
  });

  it('is answered in plain words when no path can be seen', async (t) => {
    const answer = await send(t, 'nonsense\r\n\r\n');

    assert.match(answer, /^HTTP\/1\.1 400 Malformed request\r\n/);
    assert.match(answer, /\{"status":400,"code":"malformed-request","title":"Malformed request"\}$/);
  });
});
