import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import type { Command } from '../../src/connection/command.ts';
import { CommandRefused, ConnectionClosed } from '../../src/connection/connection-errors.ts';
import { LiteralFailed, ProtocolViolation } from '../../src/errors.ts';
import type { OctetSource } from '../../src/wire/command-part.ts';
import { command, dial, SIGNAL } from '../support/dial.ts';
import { GREETING } from '../support/scripted-server.ts';

const PLAIN_GREETING = '* OK [CAPABILITY IMAP4rev1] ready\r\n';

/** A source that gives the chunks and announces their octets, or so many. */
function source(chunks: Iterable<string> | AsyncIterable<string>, length: number): OctetSource {
  return {
    length,
    async *read() {
      for await (const chunk of chunks) yield Buffer.from(chunk);
    },
  };
}

function append(literal: Uint8Array | OctetSource, isBinary = false): Command {
  return { name: 'APPEND', parts: ['APPEND x ', { literal, isBinary }], concurrency: 'shared' };
}

describe('a literal of a command', () => {
  it('goes along where the server has LITERAL+', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 LOGIN {3+}');
      await peer.expect('ann {6+}');
      await peer.expect('secret');
      peer.send('A1 OK done\r\n');
    });
    const parts = ['LOGIN ', { literal: Buffer.from('ann') }, ' ', { literal: source(['sec', 'ret'], 6) }];

    await connection.run({ name: 'LOGIN', parts, concurrency: 'shared' }, SIGNAL);
  });

  it('goes along where the server has LITERAL- and it is short', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send('* OK [CAPABILITY IMAP4rev1 LITERAL-] ready\r\n');
      await peer.expect('A1 APPEND x {4096+}');
      await peer.octets(4098);
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 APPEND x {4097}');
      peer.send('A2 NO too large\r\n');
    });

    await connection.run(append(Buffer.alloc(4096, 'x')), SIGNAL);
    await assert.rejects(connection.run(append(Buffer.alloc(4097, 'x')), SIGNAL), CommandRefused);
  });

  it('waits until the server asks for it', async (t) => {
    let isAsked = false;
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.expect('A1 APPEND x {5}');
      await new Promise((resolve) => setTimeout(resolve, 20));
      isAsked = true;
      peer.send('+ go on\r\n');
      await peer.expect('hello');
      peer.send('A1 OK done\r\n');
    });
    const literal: OctetSource = {
      length: 5,
      async *read() {
        assert.equal(isAsked, true);
        yield Buffer.from('hello');
      },
    };

    await connection.run(append(literal), SIGNAL);
  });

  it('may be a literal8, and may be empty', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 APPEND x ~{2+}');
      await peer.expect('\0\n');
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 APPEND x {0+}');
      await peer.expect('');
      peer.send('A2 OK done\r\n');
    });

    await connection.run(append(Buffer.from('\0\n'), true), SIGNAL);
    await connection.run(append(Buffer.alloc(0)), SIGNAL);
  });

  it('is not sent when the server refuses it, and the connection goes on', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.expect('A1 APPEND x {5}');
      peer.send('A1 NO [OVERQUOTA] full\r\n');
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
    });

    await assert.rejects(connection.run(append(Buffer.from('hello')), SIGNAL), { text: 'full' });
    await connection.run(command('NOOP'), SIGNAL);
  });

  it('keeps other commands back while it waits', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.expect('A1 NOOP');
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 APPEND x {5}');
      peer.send('+ go on\r\n');
      await peer.expect('hello');
      peer.send('A2 OK done\r\n');
      await peer.expect('A3 NOOP');
      peer.send('A3 OK done\r\n');
    });

    await Promise.all([
      connection.run(command('NOOP'), SIGNAL),
      connection.run(append(Buffer.from('hello')), SIGNAL),
      connection.run(command('NOOP'), SIGNAL),
    ]);
  });

  it('is sent as it is read, octet for octet', async (t) => {
    const chunks = Array.from({ length: 200 }, (_, index) => `${index}`.repeat(5000));
    const whole = chunks.join('');
    let received: Buffer = Buffer.alloc(0);
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
      received = await peer.octets(whole.length + 2);
      peer.send('A1 OK done\r\n');
    });

    await connection.run(append(source(chunks, whole.length)), SIGNAL);

    assert.equal(received.toString(), `${whole}\r\n`);
  });

  it('is read no faster than the server takes it', async (t) => {
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        peer.stopReading();
        peer.send('+ go on\r\n');
      },
      { deadlines: { commandMs: 500 } },
    );
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const length = 1024 * 1024 * 1024;
    let readOctets = 0;
    const literal: OctetSource = {
      length,
      async *read() {
        for (; readOctets < length; readOctets += chunk.length) yield chunk;
      },
    };

    await assert.rejects(connection.run(append(literal), SIGNAL), {
      name: 'DeadlineExceeded',
      waitedFor: 'APPEND',
    });

    // The operating system takes some megabytes on both sides, tens of them where it is set so.
    assert.ok(readOctets < 128 * 1024 * 1024, `${readOctets} octets were read`);
  });

  it('closes the connection when its source fails', async (t) => {
    const cause = new Error('disk');
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
      assert.equal(await peer.end(), 'hel');
    });
    async function* failing(): AsyncGenerator<string> {
      yield 'hel';
      throw cause;
    }

    await assert.rejects(connection.run(append(source(failing(), 5)), SIGNAL), (error: LiteralFailed) => {
      assert.ok(error instanceof LiteralFailed);
      assert.equal(error.cause, cause);
      return true;
    });
    assert.equal(connection.isOpen, false);
  });

  it('is never completed when its source is too short', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
      assert.equal(await peer.end(), 'hel');
    });

    await assert.rejects(connection.run(append(source(['hel'], 5)), SIGNAL), LiteralFailed);
    assert.equal(connection.isOpen, false);
  });

  it('is never completed when its source is too long', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
      assert.equal(await peer.end(), 'hel');
    });

    await assert.rejects(connection.run(append(source(['hel', 'lo!'], 5)), SIGNAL), LiteralFailed);
  });

  it('rejects other commands with the end of the connection when it fails', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
      await peer.end();
    });

    const [first, second] = await Promise.allSettled([
      connection.run(append(source(['hel'], 5)), SIGNAL),
      connection.run(command('NOOP'), SIGNAL),
    ]);

    assert.ok(first.status === 'rejected' && first.reason instanceof LiteralFailed);
    assert.ok(second.status === 'rejected' && second.reason instanceof ConnectionClosed);
    assert.equal(second.reason.cause, first.reason);
  });

  it('does not wait for the server longer than the deadline', async (t) => {
    const connection = await dial(t, (peer) => peer.send(PLAIN_GREETING), {
      deadlines: { continuationMs: 50 },
    });

    await assert.rejects(connection.run(append(Buffer.from('hello')), SIGNAL), {
      name: 'DeadlineExceeded',
      waitedFor: 'the continuation request of APPEND',
    });
    assert.equal(connection.isOpen, false);
  });

  it('must not be accepted before it is sent', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.line();
      peer.send('A1 OK [APPENDUID 1 2] done\r\n');
    });

    await assert.rejects(connection.run(append(Buffer.from('hello')), SIGNAL), ProtocolViolation);
    assert.equal(connection.isOpen, false);
  });

  it('closes the connection when the server refuses it halfway', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
      await peer.octets(3);
      peer.send('A1 NO [OVERQUOTA] full\r\n');
    });
    async function* slow(): AsyncGenerator<string> {
      yield 'hel';
      await new Promise((resolve) => setTimeout(resolve, 50));
      yield 'lo';
    }

    await assert.rejects(connection.run(append(source(slow(), 5)), SIGNAL), { text: 'full' });
    assert.equal(connection.isOpen, false);
  });

  it('lets its source go when the connection ends halfway', async (t) => {
    const events = new EventTarget();
    const connection = await dial(t, async (peer) => {
      peer.send(PLAIN_GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
      await peer.octets(3);
      peer.cut();
    });
    const released = once(events, 'released');
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          yield 'hello';
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      } finally {
        events.dispatchEvent(new Event('released'));
      }
    }

    await assert.rejects(connection.run(append(source(endless(), 10_000)), SIGNAL), ConnectionClosed);
    await released;
  });
});
