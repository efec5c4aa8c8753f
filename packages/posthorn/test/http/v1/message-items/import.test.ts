/** Imports that do not come to their end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Server } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AUTHORIZATION, MESSAGES, startV1Server, type V1Server } from '../v1-server.ts';
import { problemsOf } from '../writing/writing-api.ts';

const IMPORT = `${MESSAGES}/import`;
const HEADERS = { authorization: AUTHORIZATION, 'content-type': 'message/rfc822' };
const EIGHT_BIT = Buffer.from('Subject: gr\xfc\xdfe\r\n\r\nHi\r\n', 'latin1');

describe('An import', () => {
  let server: V1Server;
  let address: URL;
  before(async () => {
    server = await startV1Server();
    address = new URL(IMPORT, await server.posthorn.listen());
  });
  afterEach(() => server.sandbox.faults.clear());
  after(() => server.close());

  const appends = () => server.commands().filter((line) => line.includes('APPEND'));
  const store = (payload: Buffer | string) =>
    server.send({ method: 'POST', url: IMPORT, headers: HEADERS, payload });
  /** Settles when no client is connected any more. */
  const untilAlone = async () => {
    const listener: Server = server.posthorn.server.server;
    while ((await promisify(listener.getConnections.bind(listener))()) > 0) await delay(5);
  };

  it('whose client leaves in the middle stores nothing', async () => {
    const upload = request(address, { method: 'POST', headers: { ...HEADERS, 'content-length': 100_000 } });
    upload.on('error', () => undefined);
    upload.write(`Subject: Half\r\n\r\n${'x'.repeat(50_000)}`);
    await once(upload, 'socket');
    await delay(50);
    upload.destroy();
    await untilAlone();

    assert.deepEqual(appends(), []);
  });

  it('of more than 100 MB is refused before it is read', async () => {
    const upload = request(address, {
      method: 'POST',
      headers: { ...HEADERS, 'content-length': 100_000_001 },
    });
    upload.on('error', () => undefined);
    upload.flushHeaders();
    const [answer] = await once(upload, 'response');
    upload.destroy();

    assert.equal(answer.statusCode, 413);
    assert.deepEqual(appends(), []);
  });

  it('says why where a server takes no octets beyond ASCII in header fields', async () => {
    server.sandbox.faults.add({ kind: 'refuse', at: 'command-received', command: 'APPEND', status: 'NO' });
    const answer = await store(EIGHT_BIT);

    assert.deepEqual(problemsOf(answer), [[422, 'message-rejected', undefined]]);
    assert.match(answer.json().errors[0].detail, /beyond ASCII/);
  });

  it('blames only those octets, and nothing else that a server refuses', async () => {
    server.sandbox.faults.add({ kind: 'refuse', at: 'command-received', command: 'APPEND', status: 'NO' });
    const ascii = await store('Subject: a\r\n\r\nHi\r\n');
    server.sandbox.faults.clear();
    const fault = { kind: 'refuse', at: 'command-received', command: 'APPEND', status: 'NO' } as const;
    server.sandbox.faults.add({ ...fault, code: 'OVERQUOTA' });
    const full = await store(EIGHT_BIT);

    assert.deepEqual([ascii, full].flatMap(problemsOf), [
      [502, 'protocol-failure', undefined],
      [507, 'quota-exceeded', undefined],
    ]);
  });

  it('is found again where the connection is lost after it was stored', async () => {
    server.sandbox.faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });
    const answer = await store('Message-ID: <lost@example.com>\r\nSubject: Lost\r\n\r\nHi\r\n');

    assert.deepEqual([answer.statusCode, answer.json().data.attributes.subject], [201, 'Lost']);
  });
});
