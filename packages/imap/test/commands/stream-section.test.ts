import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SectionRequest, type SectionStream, streamSection } from '../../src/commands/stream-section.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { ProtocolViolation, StreamAbandoned } from '../../src/errors.ts';
import { ScriptedRunner, toOctets } from '../support/scripted-runner.ts';

const { signal } = new AbortController();
const SMALL = 'Hello.';
/** Beyond what a response keeps in memory. */
const LARGE = Buffer.alloc(100_000, 'abcdefghij');
const OK = 'A1 OK done\n';

function answer(head: string, octets: Buffer, tail = ')\n'): Buffer {
  return Buffer.concat([toOctets(`${head}{${octets.length}}\n`), octets, toOctets(tail + OK)]);
}

function open(server: string | Buffer, request: SectionRequest, items = 'BODY.PEEK[1]') {
  const runner = new ScriptedRunner([{ client: `A1 UID FETCH 7 (UID ${items})\n`, server }]);
  return { runner, stream: streamSection(runner, request, signal) };
}

async function opened(
  server: string | Buffer,
  request: SectionRequest,
  items?: string,
): Promise<SectionStream> {
  const stream = await open(server, request, items).stream;
  assert.ok(stream);
  return stream;
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('streamSection', () => {
  it('waits half a minute for a server that says nothing, however large the section may be', async () => {
    const { runner, stream } = open(`* 3 FETCH (UID 7 BODY[1] "${SMALL}")\n${OK}`, { uid: 7, section: '1' });

    await stream;

    assert.equal(runner.commands[0]?.budget?.silenceMs, 30_000);
  });

  it('gives a small section', async () => {
    const stream = await opened(`* 3 FETCH (UID 7 BODY[1] "${SMALL}")\n${OK}`, { uid: 7, section: '1' });

    assert.equal(stream.octets, 6);
    assert.equal((await collect(stream)).toString(), SMALL);
  });

  it('gives a large section as it arrives', async () => {
    const stream = await opened(answer('* 3 FETCH (UID 7 BODY[1] ', LARGE), { uid: 7, section: '1' });

    assert.equal(stream.octets, LARGE.length);
    assert.deepEqual(await collect(stream), LARGE);
  });

  it('gives a large section of a server that tells the uid late', async () => {
    const stream = await opened(answer('* 3 FETCH (BODY[1] ', LARGE, ' UID 7)\n'), { uid: 7, section: '1' });

    assert.deepEqual(await collect(stream), LARGE);
  });

  it('gives decoded octets', async () => {
    const octets = answer('* 3 FETCH (UID 7 BINARY[1.2] ~', LARGE);

    const stream = await opened(octets, { uid: 7, section: '1.2', isBinary: true }, 'BINARY.PEEK[1.2]');

    assert.deepEqual(await collect(stream), LARGE);
  });

  it('asks for a range, and gives no more than was asked for', async () => {
    const request = { uid: 7, section: '', start: 100, octets: 50_000 };

    const stream = await opened(
      answer('* 3 FETCH (UID 7 BODY[]<100> ', LARGE),
      request,
      'BODY.PEEK[]<100.50000>',
    );

    assert.equal(stream.octets, 50_000);
    assert.deepEqual(await collect(stream), LARGE.subarray(0, 50_000));
  });

  it('asks for the rest from an octet on', async () => {
    const request = { uid: 7, section: 'TEXT', start: 4 };

    const stream = await opened(
      `* 3 FETCH (UID 7 BODY[TEXT]<4> "o.")\n${OK}`,
      request,
      'BODY.PEEK[TEXT]<4.2147483647>',
    );

    assert.equal((await collect(stream)).toString(), 'o.');
  });

  it('gives fewer octets at the end of the section, and none behind it', async () => {
    const request = { uid: 7, section: '1', start: 90, octets: 10 };
    const partial = 'BODY.PEEK[1]<90.10>';

    const last = await opened(`* 3 FETCH (UID 7 BODY[1]<90> "abc")\n${OK}`, request, partial);
    const behind = await opened(`* 3 FETCH (UID 7 BODY[1]<90> "")\n${OK}`, request, partial);

    assert.equal(last.octets, 3);
    assert.equal(behind.octets, 0);
    assert.equal((await collect(behind)).length, 0);
  });

  it('gives null where there is no such message', async () => {
    assert.equal(await open(OK, { uid: 7, section: '1' }).stream, null);
  });

  it('leaves news of other messages, and of flags, to the listener', async () => {
    const news = '* 3 FETCH (UID 7 FLAGS (\\Seen))\n* 4 FETCH (UID 8 FLAGS ())\n* 5 EXISTS\n';
    const { runner, stream } = open(news + OK, { uid: 7, section: '1' });

    assert.equal(await stream, null);
    assert.equal(runner.heard.length, 3);
  });

  it('fails where the server has the message and does not give the section', async () => {
    const request = { uid: 7, section: '1' };

    await assert.rejects(open(`* 3 FETCH (UID 7)\n${OK}`, request).stream, ProtocolViolation);
    await assert.rejects(open(`* 3 FETCH (UID 7 BODY[1] NIL)\n${OK}`, request).stream, ProtocolViolation);
    await assert.rejects(open(`* 3 FETCH (UID 7 BODY[1] (x)\n${OK}`, request).stream, ProtocolViolation);
  });

  it('fails where the server refuses', async () => {
    const { stream } = open('A1 NO [UNKNOWN-CTE] no\n', { uid: 7, section: '1' });

    await assert.rejects(stream, CommandRefused);
  });

  it('fails at the end where the server refuses after it has begun', async () => {
    const server = Buffer.concat([
      toOctets(`* 3 FETCH (UID 7 BODY[1] {${LARGE.length}}\n`),
      LARGE,
      toOctets(')\nA1 NO [SERVERBUG] the disk failed\n'),
    ]);
    const stream = await opened(server, { uid: 7, section: '1' });

    await assert.rejects(collect(stream), CommandRefused);
  });

  it('takes the first of two answers', async () => {
    const twice = '* 3 FETCH (UID 7 BODY[1] "one")\n* 3 FETCH (UID 7 BODY[1] "two")\n';

    const stream = await opened(twice + OK, { uid: 7, section: '1' });

    assert.equal((await collect(stream)).toString(), 'one');
  });

  it('ends when the reader leaves the loop', async () => {
    const large = Buffer.alloc(1_000_000, 'x');
    const { runner, stream: opening } = open(answer('* 3 FETCH (UID 7 BODY[1] ', large), {
      uid: 7,
      section: '1',
    });
    const stream = await opening;
    assert.ok(stream);

    let octets = 0;
    for await (const chunk of stream) {
      octets += chunk.length;
      break;
    }

    assert.ok(octets > 0);
    assert.deepEqual(await collect(stream), Buffer.alloc(0));
    assert.equal(runner.remainingSteps, 0);
  });

  it('can be cancelled before it is read', async () => {
    const stream = await opened(answer('* 3 FETCH (UID 7 BODY[1] ', LARGE), { uid: 7, section: '1' });

    stream.cancel();

    assert.deepEqual(await collect(stream), Buffer.alloc(0));
  });

  it('is abandoned when nobody reads it', async () => {
    const large = Buffer.alloc(1_000_000, 'x');
    const request = { uid: 7, section: '1', maxPauseMs: 5 };
    const stream = await opened(answer('* 3 FETCH (UID 7 BODY[1] ', large), request);
    await new Promise((resolve) => setTimeout(resolve, 30));

    await assert.rejects(collect(stream), StreamAbandoned);
  });
});
