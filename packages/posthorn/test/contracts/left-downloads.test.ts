/** Downloads whose clients leave at any octet. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from 'posthorn-sandbox';
import { AUTHORIZATION, MESSAGES, openV1Api, USER } from '../http/v1/v1-server.ts';
import { exchange } from '../support/exchange.ts';
import { buildMessage } from '../support/message-samples.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const OCTETS = 5 * 1024 * 1024;
const DOWNLOADS = 100;
const PATH = `${MESSAGES}/1/source`;

/** Asks for the message and leaves when it has got so many octets. */
async function leaveAfter(port: string, octets: number): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `GET ${PATH} HTTP/1.1\r\nHost: mail.test\r\nAuthorization: ${AUTHORIZATION}\r\nConnection: close\r\n\r\n`,
  );
  let received = 0;
  for await (const chunk of socket) {
    received += (chunk as Buffer).length;
    if (received >= octets) break;
  }
  socket.destroy();
}

describe('Downloads whose clients leave', () => {
  it('leave no connection, no lock and no session behind', async (t) => {
    const sandbox = await startSandbox({ users: [USER] });
    const attachments = [{ content: Buffer.alloc(OCTETS, 'x') }];
    sandbox.user(USER.name).deliver(buildMessage({ text: 'With a file', attachments }));
    const api = openV1Api({ imapPort: sandbox.imapPort });
    t.after(async () => {
      await api.close();
      await sandbox.close();
    });
    const address = await api.posthorn.listen();
    const { port } = new URL(address);
    const agent = new Agent({ keepAlive: false });
    const headers = { authorization: AUTHORIZATION };
    const download = async () => {
      const answer = await exchange({ url: `${address}${PATH}`, headers }, agent);
      return [answer.end, answer.status, answer.body.length > OCTETS];
    };
    await download();
    const resources = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
    const random = seededRandom(testSeed());
    const before = resources();

    for (let index = 0; index < DOWNLOADS; index += 1) {
      await leaveAfter(port, Math.floor(random() * OCTETS));
    }

    const deadline = performance.now() + 20_000;
    // A session that is abandoned in a literal is replaced, and Jane may have three of them.
    while (resources() > before + 2 * 3 && performance.now() < deadline) await wait(50);
    assert.ok(resources() <= before + 2 * 3, `${resources()} sockets, and ${before} before`);
    assert.deepEqual(
      await Promise.all(Array.from({ length: 5 }, download)),
      Array(5).fill(['answered', 200, true]),
    );
  });
});
