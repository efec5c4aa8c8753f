import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect } from '../../src/connection/connect.ts';
import { ConnectionClosed } from '../../src/connection/connection-errors.ts';
import type { LiteralSink } from '../../src/wire/literal-sink.ts';
import { command, dial, SIGNAL } from '../support/dial.ts';
import { GREETING, startScriptedServer } from '../support/scripted-server.ts';
import { createTlsCredentials, type TlsCredentials } from '../support/tls-credentials.ts';

let tls: TlsCredentials;
before(async () => {
  tls = await createTlsCredentials();
});

/** Keeps the octets of a literal. */
function collector(): LiteralSink & { octets: number; hasEnded: boolean } {
  return {
    octets: 0,
    hasEnded: false,
    write(chunk) {
      this.octets += chunk.length;
      return true;
    },
    onDrain: () => undefined,
    end() {
      this.hasEnded = true;
    },
  };
}

describe('a connection that the server ends', () => {
  it('rejects all that waits for it, and is told once', async (t) => {
    const closings: unknown[] = [];
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        await peer.line();
        peer.finish();
      },
      { onClose: (error) => closings.push(error) },
    );

    const outcomes = await Promise.allSettled([
      connection.run(command('ONE'), SIGNAL),
      connection.run(command('TWO'), SIGNAL),
      connection.run(command('THREE', { concurrency: 'alone' }), SIGNAL),
    ]);

    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason),
      [closings[0], closings[0], closings[0]],
    );
    assert.ok(closings[0] instanceof ConnectionClosed);
    assert.equal(closings.length, 1);
  });

  it('runs no further command', async (t) => {
    const { closed, onClose } = closing();
    const connection = await dial(
      t,
      (peer) => {
        peer.send(GREETING);
        peer.finish();
      },
      { onClose },
    );

    await closed;

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), ConnectionClosed);
    assert.equal(connection.isOpen, false);
  });

  it('reads what came before the end', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send(`* FLAGS (${'x '.repeat(3000)}y)\r\n`.repeat(300));
      peer.send('A1 OK done\r\n');
      peer.finish();
    });

    assert.equal((await connection.run(command('NOOP'), SIGNAL)).text, 'done');
  });

  it('ends in the middle of a literal that is kept in memory', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* 1 FETCH (UID 1 BODY[] {1000}\r\nhalf');
      peer.finish();
    });

    await assert.rejects(connection.run(command('FETCH 1 BODY[]'), SIGNAL), ConnectionClosed);
  });

  it('does not end the literal of a consumer that has only a part', async (t) => {
    const sink = collector();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send(`* 1 FETCH (UID 1 BODY[] {100000}\r\n${'x'.repeat(50_000)}`);
      peer.finish();
    });
    const fetch = command('FETCH 1 BODY[]', { onLiteral: () => sink });

    await assert.rejects(connection.run(fetch, SIGNAL), ConnectionClosed);

    assert.deepEqual([sink.octets, sink.hasEnded], [50_000, false]);
  });

  it('is noticed when it is reset', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.reset();
    });

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), (error: ConnectionClosed) => {
      assert.ok(error instanceof ConnectionClosed);
      assert.equal((error.cause as NodeJS.ErrnoException).code, 'ECONNRESET');
      return true;
    });
  });

  it('is noticed in the middle of TLS', async (t) => {
    const server = await startScriptedServer(t, {
      tls,
      async play(peer) {
        peer.send(GREETING);
        await peer.line();
        peer.send('* 1 EXI');
        await new Promise((resolve) => setTimeout(resolve, 20));
        peer.cut();
      },
    });
    const connection = await connect({ ...server, security: 'tls', extraRoots: [tls.cert] }, SIGNAL);
    t.after(() => connection.destroy());

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), ConnectionClosed);
  });

  it('tells what the server said in its BYE', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* BYE [UNAVAILABLE] going down\r\n');
      peer.finish();
    });

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), {
      name: 'ConnectionClosed',
      byeText: 'going down',
      byeCode: { name: 'UNAVAILABLE', data: null },
    });
  });

  it('ends soon after BYE, also when the server does not close it', async (t) => {
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.expect('A1 NOOP');
        peer.send('* BYE going down\r\n');
        assert.equal(await peer.end(), '');
      },
      { deadlines: { logoutMs: 50 } },
    );
    const running = connection.run(command('NOOP'), SIGNAL);
    const waiting = connection.run(command('SELECT x', { concurrency: 'alone' }), SIGNAL);

    await assert.rejects(running, { byeText: 'going down' });
    await assert.rejects(waiting, { byeText: 'going down' });
  });

  it('ends before its time when the server goes on and on after BYE', async (t) => {
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.expect('A1 NOOP');
        peer.send(`* BYE going down\r\n${'* OK not yet\r\n'.repeat(10_001)}`);
        await peer.end();
      },
      { deadlines: { logoutMs: 600_000 } },
    );

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), { byeText: 'going down' });
  });

  it('still takes the answer that comes after BYE', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* BYE going down\r\nA1 OK done\r\n');
      await peer.end();
    });

    assert.equal((await connection.run(command('NOOP'), SIGNAL)).text, 'done');
    assert.equal(connection.isOpen, false);
  });

  it('ends at once with a BYE between two commands', async (t) => {
    const { closed, onClose } = closing();
    const unclaimed: string[] = [];
    await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await new Promise((resolve) => setTimeout(resolve, 20));
        peer.send('* BYE idle for too long\r\n');
        await peer.end();
      },
      { onClose, onUnclaimed: (response) => unclaimed.push(response.kind) },
    );

    const error = await closed;

    assert.ok(error instanceof ConnectionClosed);
    assert.equal(error.byeText, 'idle for too long');
    assert.deepEqual(unclaimed, ['status']);
  });
});

describe('a connection that the client ends', () => {
  it('rejects all that waits for it', async (t) => {
    const closings: unknown[] = [];
    const connection = await dial(t, (peer) => peer.send(GREETING), {
      onClose: (error) => closings.push(error),
    });
    const running = connection.run(command('ONE'), SIGNAL);
    const waiting = connection.run(command('TWO', { concurrency: 'alone' }), SIGNAL);

    connection.destroy();
    connection.destroy();

    await assert.rejects(running, ConnectionClosed);
    await assert.rejects(waiting, ConnectionClosed);
    assert.deepEqual(closings, [undefined]);
  });

  it('ends with what a listener throws', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* 1 EXISTS\r\nA1 OK done\r\n');
    });
    const onResponse = (): boolean => {
      throw new TypeError('a fault of the command');
    };

    await assert.rejects(connection.run(command('NOOP', { onResponse }), SIGNAL), TypeError);
    assert.equal(connection.isOpen, false);
  });

  it('ends with what its reading throws after a consumer was full', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send(`* 1 FETCH (UID 1 BODY[] {20000}\r\n${'x'.repeat(20_000)})\r\n* LIST () "/" {99999}\r\n`);
    });
    const sink: LiteralSink = {
      write: () => false,
      onDrain: (listener) => setTimeout(listener, 20),
      end: () => undefined,
    };
    const fetch = command('FETCH 1 BODY[]', { onLiteral: () => sink });

    await assert.rejects(connection.run(fetch, SIGNAL), { bound: 'greetingOctets' });
  });

  it('rejects a command also when its last response is what ends the connection', async (t) => {
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        peer.send('A1 OK [CAPABILITY IMAP4rev1 A B C D] done\r\n');
      },
      { bounds: { capabilities: 4 } },
    );

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), { bound: 'capabilities' });
  });

  it('leaves nothing that keeps the process alive, and no rejection that nobody handles', async (t) => {
    const server = await startScriptedServer(t, {
      async play(peer) {
        peer.send(GREETING);
        await peer.end();
      },
    });
    const program = fileURLToPath(new URL('../support/abandoned-connection.ts', import.meta.url));
    const flags = ['--conditions=posthorn-source', '--import', 'tsx', '--unhandled-rejections=strict'];

    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, `${server.port}`], {
      timeout: 20_000,
    });

    assert.equal(stdout, 'ConnectionClosed ConnectionClosed\n');
  });
});

function closing(): {
  readonly closed: Promise<Error | undefined>;
  readonly onClose: (error: Error | undefined) => void;
} {
  let settle: (error: Error | undefined) => void = () => undefined;
  const closed = new Promise<Error | undefined>((resolve) => {
    settle = resolve;
  });
  return { closed, onClose: (error) => settle(error) };
}
