/** Messages that come from a source: read piece by piece, never ahead of the server, and whole or not at all. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { OctetSource } from '../../../src/domain/values/octet-source.ts';
import { startScriptedServer } from './scripted-smtp-server.ts';
import { sourceOf } from './source-of.ts';
import { codeOf, createTransport, submit } from './submission-under-test.ts';

/** What each message becomes on the wire. */
const VECTORS: readonly (readonly [message: string, onTheWire: string])[] = [
  ['a\n.\nMAIL FROM:<x>\n', 'a\r\n..\r\nMAIL FROM:<x>\r\n'],
  ['a\r.\rMAIL FROM:<x>\r', 'a\r\n..\r\nMAIL FROM:<x>\r\n'],
  ['a\r\n.\r\nMAIL FROM:<x>\r\n', 'a\r\n..\r\nMAIL FROM:<x>\r\n'],
  ['a\r\n.\rb\n.\r\nc\r.\nd', 'a\r\n..\r\nb\r\n..\r\nc\r\n..\r\nd\r\n'],
  ['.\r\n..\r\n\r\n.', '..\r\n...\r\n\r\n..\r\n'],
];

/** What was on the wire for each of these ways to give a message. */
async function wireOctets(t: TestContext, sources: readonly OctetSource[]): Promise<ReadonlySet<string>> {
  const server = await startScriptedServer(t);
  const transport = createTransport();
  await Promise.all(sources.map((octets) => submit({ port: server.port, transport, octets })));
  await transport.close();
  assert.equal(server.messages.length, sources.length);
  return new Set(server.messages.map(String));
}

const LINE = Buffer.from(`${'x'.repeat(76)}\r\n`);
const SIZE_OCTETS = 90 * 1024 * 1024;
/** The operating system takes some megabytes on both sides, whether the server reads or not, and tens of them where it is set so. */
const KERNEL_OCTETS = 64 * 1024 * 1024;

/** A large message that stands nowhere, and how much was read of it in the last reading. */
function largeSource() {
  const piece = Buffer.alloc(LINE.length * 512, LINE);
  const pieceCount = Math.ceil(SIZE_OCTETS / piece.length);
  const source = {
    readings: 0,
    octetsRead: 0,
    length: pieceCount * piece.length,
    async *read() {
      source.readings += 1;
      source.octetsRead = 0;
      for (let index = 0; index < pieceCount; index += 1) {
        source.octetsRead += piece.length;
        yield piece;
      }
    },
  };
  return source;
}

describe('A message in pieces', () => {
  for (const [message, onTheWire] of VECTORS) {
    it(`is the same on the wire wherever it is cut: ${JSON.stringify(message)}`, async (t) => {
      const cuts = Array.from(message, (_octet, index) =>
        sourceOf([message.slice(0, index), '', message.slice(index)]),
      );

      assert.deepEqual(await wireOctets(t, [...cuts, sourceOf([...message])]), new Set([onTheWire]));
    });
  }

  it('may come in a piece that is larger than what is sent at once', async (t) => {
    const filling = 'x'.repeat(3 * 64 * 1024 - 3);

    assert.deepEqual(
      await wireOctets(t, [sourceOf([`${filling}\r\n.\r\n`])]),
      new Set([`${filling}\r\n..\r\n`]),
    );
  });
});

describe('A large message', () => {
  it('is not read ahead of a server that takes no more', async (t) => {
    const octets = largeSource();
    const { port, messages } = await startScriptedServer(t, {
      answers: {
        DATA: (line) => {
          line.send('354 go\r\n');
          line.stopReading();
        },
      },
    });

    assert.equal(await codeOf({ port, octets, limits: { commandMs: 300 } }), 'server-timeout');
    assert.deepEqual({ readings: octets.readings, messages }, { readings: 2, messages: [] });
    assert.ok(octets.octetsRead > 0 && octets.octetsRead < KERNEL_OCTETS, `${octets.octetsRead} octets`);
  });

  it('is read once only when the server takes no recipient', async (t) => {
    const octets = largeSource();
    const { port } = await startScriptedServer(t, { answers: { RCPT: '550 5.1.1 nobody', DATA: '554 no' } });

    assert.equal(await codeOf({ port, octets }), 'message-rejected');
    assert.equal(octets.readings, 1);
  });
});

/** Gives all of the message in the first reading, and in the second only some octets before `then` happens. */
function failingSource(octets: number, then: () => Promise<void>): OctetSource {
  const message = Buffer.alloc(1024 * 1024, LINE);
  let readings = 0;
  return {
    length: message.length,
    async *read() {
      readings += 1;
      if (readings === 1) {
        yield message;
        return;
      }
      yield message.subarray(0, octets);
      await then();
    },
  };
}

describe('A source that fails', () => {
  const failure = new MailError('message-unknown', { detail: 'The attached message is gone.' });
  const fail = () => Promise.reject(failure);

  it('before the message is sent opens no connection', async (t) => {
    const server = await startScriptedServer(t);
    const octets: OctetSource = {
      length: 1,
      // biome-ignore lint/correctness/useYield: it fails before there is anything to give.
      async *read() {
        throw failure;
      },
    };

    await assert.rejects(submit({ port: server.port, octets }), failure);
    assert.equal(server.connectionCount, 0);
  });

  for (const octets of [0, 1, 100_000, 1024 * 1024]) {
    it(`after ${octets} octets throws its error as it is, and the message never ends`, async (t) => {
      const server = await startScriptedServer(t);

      await assert.rejects(submit({ port: server.port, octets: failingSource(octets, fail) }), {
        code: 'message-unknown',
      });
      await server.closed;
      assert.deepEqual(server.messages, []);
    });
  }

  it('leaves a connection that nobody uses any more', async (t) => {
    const server = await startScriptedServer(t);
    const transport = createTransport();
    t.after(() => transport.close());
    const there = { port: server.port, transport };

    await submit(there);
    await assert.rejects(submit({ ...there, octets: failingSource(100_000, fail) }), failure);
    await submit(there);

    assert.equal(server.connectionCount, 2);
    assert.equal(server.messages.length, 2);
  });

  it('by an early end does not make a shorter message', async (t) => {
    const server = await startScriptedServer(t);
    const octets = failingSource(100_000, async () => undefined);

    await assert.rejects(submit({ port: server.port, octets }), /gave only 100000/);
    await server.closed;
    assert.deepEqual(server.messages, []);
  });

  it('by falling silent has no more time than the submission', async (t) => {
    const server = await startScriptedServer(t);
    const octets = failingSource(100_000, () => new Promise(() => undefined));

    assert.equal(
      await codeOf({ port: server.port, octets, limits: { submissionMs: 200 } }),
      'server-timeout',
    );
    await server.closed;
    assert.deepEqual(server.messages, []);
  });

  it('by falling silent at once has no more time than the submission', async () => {
    const octets: OctetSource = {
      length: 1,
      async *read() {
        await new Promise(() => undefined);
        yield Buffer.from('x');
      },
    };

    assert.equal(await codeOf({ port: 1, octets, limits: { submissionMs: 50 } }), 'server-timeout');
  });
});
