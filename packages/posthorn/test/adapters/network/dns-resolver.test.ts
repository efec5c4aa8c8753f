/** Names that strangers choose, with a name server over a real socket. */
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { createDnsResolver, type ResolveHost } from '../../../src/adapters/network/resolve-host.ts';

const { signal } = new AbortController();
const LIMITS = { timeoutMs: 1_000, tries: 1, maxUnderWay: 3 };
const TYPE_A = 1;
const HEADER_OCTETS = 12;
/** A pointer to the name of the question, type A, class IN, one minute, four octets (RFC 1035 §4.1.3): 192.0.2.7. */
const ANSWER = Buffer.from('c00c000100010000003c0004c0000207', 'hex');

/** A resolver whose only name server answers with 192.0.2.7, and not at all for names that begin with `silent`. */
async function resolverFor(t: TestContext): Promise<ResolveHost> {
  const server = createSocket('udp4');
  t.after(() => server.close());
  server.on('message', (question, { port }) => answer(server, question, port));
  await once(server.bind(0, '127.0.0.1'), 'listening');
  return createDnsResolver(LIMITS, [`127.0.0.1:${server.address().port}`]);
}

function answer(server: Socket, question: Buffer, port: number): void {
  if (question.includes('silent')) return;
  const end = question.indexOf(0, HEADER_OCTETS) + 1;
  const isForA = question.readUInt16BE(end) === TYPE_A;
  const head = Buffer.from(question.subarray(0, end + 4));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(isForA ? 1 : 0, 6);
  head.writeUInt16BE(0, 10);
  server.send(isForA ? Buffer.concat([head, ANSWER]) : head, port);
}

describe('The resolver for names of strangers', () => {
  it('gives the addresses of a name', async (t) => {
    const resolve = await resolverFor(t);

    assert.deepEqual(await resolve('imap.example.org', signal), ['192.0.2.7']);
  });

  it('cancels at once what is given up', async (t) => {
    const resolve = await resolverFor(t);
    const given = new AbortController();
    const startedAt = performance.now();
    const looking = resolve('silent.example', given.signal);

    given.abort();

    await assert.rejects(looking, { code: 'ECANCELLED' });
    assert.ok(performance.now() - startedAt < LIMITS.timeoutMs / 2);
  });

  it('is not held up by a name server that stays silent', async (t) => {
    const resolve = await resolverFor(t);
    const given = new AbortController();
    const silent = ['silent1.example', 'silent2.example'].map((name) => resolve(name, given.signal));

    assert.deepEqual(await resolve('imap.example.org', signal), ['192.0.2.7']);
    given.abort();
    await Promise.allSettled(silent);
  });

  it('refuses more names at once than it can take, and takes them again later', async (t) => {
    const resolve = await resolverFor(t);
    const given = new AbortController();
    const silent = [1, 2, 3].map((number) => resolve(`silent${number}.example`, given.signal));

    await assert.rejects(resolve('imap.example.org', signal), /Too many names/);
    given.abort();
    await Promise.allSettled(silent);

    assert.deepEqual(await resolve('imap.example.org', signal), ['192.0.2.7']);
  });
});
