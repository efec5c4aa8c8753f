/** Bodies that are too large, over real connections: the client gets the answer, and no reset. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import { AUTHORIZATION } from '../v1-server.ts';
import { createDraft, DRAFTS, startSandboxWriting, type WritingApi } from './writing-api.ts';

const LARGE = Buffer.alloc(27_000_000);
const UPLOADS = 20;
/** More than is read of a body that was refused. */
const ENDLESS_OCTETS = 150_000_000;

describe('A body that is too large', () => {
  let server: WritingApi;
  let address: string;
  let draft: string;
  before(async () => {
    server = await startSandboxWriting();
    address = await server.posthorn.listen();
    const created = await createDraft(server);
    draft = new URL(created.draft.links.self, address).pathname;
  });
  after(() => server.close());

  const upload = async (path: string, type: string): Promise<number> => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      body: LARGE,
      headers: {
        authorization: AUTHORIZATION,
        'content-type': type,
        'content-disposition': 'attachment; filename=big.bin',
      },
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  for (const [what, path, type] of [
    ['a file', () => `${draft}/Attachments`, 'application/octet-stream'],
    ['a document', () => DRAFTS, 'application/vnd.api+json'],
  ] as const) {
    it(`is answered 413 each time where it is ${what}`, async () => {
      const statuses: number[] = [];

      for (let count = 0; count < UPLOADS; count += 1) statuses.push(await upload(path(), type));

      assert.deepEqual(statuses, Array(UPLOADS).fill(413));
    });
  }

  /** Sends a document of this length as a client does that reads only afterwards. */
  async function sendAll(octets: number) {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const head = [`POST ${DRAFTS} HTTP/1.1`, 'Host: mail.test', `Authorization: ${AUTHORIZATION}`];
    const type = 'Content-Type: application/vnd.api+json';
    socket.write([...head, type, `Content-Length: ${octets}`, '', ''].join('\r\n'));
    const body = Readable.from(Array.from({ length: octets / 1_000_000 }, () => Buffer.alloc(1_000_000)));
    await pipeline(body, socket, { end: false }).catch(() => undefined);
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.destroy();
    return { sentOctets: socket.bytesWritten, answer: String(answer) };
  }

  it('is answered to a client that reads when it has sent all', async () => {
    const { answer } = await sendAll(LARGE.length);

    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  it('is not read without end', async () => {
    const { sentOctets } = await sendAll(ENDLESS_OCTETS);

    assert.ok(sentOctets < ENDLESS_OCTETS - 10_000_000, `${sentOctets} octets`);
  });
});
