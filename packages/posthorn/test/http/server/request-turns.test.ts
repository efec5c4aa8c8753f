import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serveInTurns } from '../../../src/http/server/request-turns.ts';

const STRANGERS = 40;

/** A server, and the paths of its requests in the order of their begin, with an entry for each connection. */
async function serve(t: TestContext, acceptingMs = 60_000) {
  const begun: string[] = [];
  const seen: string[] = [];
  const listener: RequestListener = ({ url = '' }, response) => {
    begun.push(url);
    seen.push('request');
    response.end();
  };
  const server = createServer();
  server.on('connection', () => seen.push('connection'));
  server.on('request', serveInTurns(server, listener, acceptingMs)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    await Promise.all([once(socket, 'connect'), accepted]);
    return socket;
  };
  return { begun, seen, port, open };
}

function ask(socket: Socket, path: string): Promise<unknown> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return once(socket, 'data');
}

describe('The first requests of connections', () => {
  it('delay none of a connection that had one', async (t) => {
    const { begun, open } = await serve(t);
    const known = await open();
    await ask(known, '/first');
    const strangers: Socket[] = [];
    while (strangers.length < STRANGERS) strangers.push(await open());
    begun.length = 0;

    const answers = strangers.map((socket, index) => ask(socket, `/${index}`));
    await Promise.all([...answers, ask(known, '/second')]);

    assert.ok(begun.indexOf('/second') < STRANGERS / 2, begun.join(' '));
    const others = begun.filter((path) => path !== '/second');
    assert.deepEqual(
      others,
      strangers.map((_, index) => `/${index}`),
    );
  });

  for (const [rule, acceptingMs, areAccepted] of [
    ['begin after connections were accepted that wait for it', 60_000, true],
    ['do not wait for connections that arrive without end', 0, false],
  ] as const) {
    it(rule, async (t) => {
      const { seen, port } = await serve(t, acceptingMs);

      await Promise.all(
        Array.from({ length: STRANGERS }, async (_, index) => ask(connect(port, '127.0.0.1'), `/${index}`)),
      );

      const second = seen.indexOf('request', seen.indexOf('request') + 1);
      assert.equal(!seen.slice(second).includes('connection'), areAccepted, seen.join(' '));
    });
  }

  it('do not begin where the client has left', async (t) => {
    const { begun, open } = await serve(t);
    const strangers: Socket[] = [];
    while (strangers.length < STRANGERS) strangers.push(await open());

    const answers = strangers.map((socket, index) => ask(socket, `/${index}`));
    await answers[0];
    for (const socket of strangers) socket.resetAndDestroy();
    await ask(await open(), '/last');

    assert.ok(begun.length < STRANGERS, begun.join(' '));
    assert.equal(begun.at(-1), '/last');
  });

  it('begin at once where they come alone', async (t) => {
    const { begun, open } = await serve(t);

    await ask(await open(), '/first');
    await ask(await open(), '/second');

    assert.deepEqual(begun, ['/first', '/second']);
  });
});
