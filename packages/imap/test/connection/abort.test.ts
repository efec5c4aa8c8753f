import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command } from '../../src/connection/command.ts';
import { ConnectionClosed } from '../../src/connection/connection-errors.ts';
import type { UntaggedResponse } from '../../src/responses/response.ts';
import type { OctetSource } from '../../src/wire/command-part.ts';
import type { LiteralSink } from '../../src/wire/literal-sink.ts';
import { abortable, command, dial, SIGNAL } from '../support/dial.ts';
import { GREETING, type ServerPeer } from '../support/scripted-server.ts';

const GIVEN_UP = { message: 'given up' };

/** A server that answers the first command only after it was given up, with `answer`. */
function answerLate(abort: () => void, answer: string): (peer: ServerPeer) => Promise<void> {
  return async (peer) => {
    peer.send(GREETING);
    await peer.line();
    abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await peer.sendAll(answer);
    await peer.expect('A2 NOOP');
    peer.send('A2 OK done\r\n');
  };
}

function givingUp(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const { signal, abort } = abortable();
  return { signal, abort: () => abort(new Error('given up')) };
}

describe('a command that is given up', () => {
  it('leaves the queue when it was not sent', async (t) => {
    const { signal, abort } = givingUp();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 SEARCH 1');
      abort();
      peer.send('A1 OK done\r\n');
      await peer.expect('A3 SEARCH 3');
      peer.send('A3 OK done\r\n');
    });
    const search = (number: number): Command => command(`SEARCH ${number}`, { concurrency: 'one SEARCH' });

    const first = connection.run(search(1), SIGNAL);
    await assert.rejects(connection.run(search(2), signal), GIVEN_UP);
    await first;
    await connection.run(search(3), SIGNAL);
  });

  it('is not sent under a signal that has aborted', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 NOOP');
      peer.send('A1 OK done\r\n');
    });

    const aborted = AbortSignal.abort(new Error('given up'));
    await assert.rejects(connection.run(command('SEARCH 1'), aborted), GIVEN_UP);
    await connection.run(command('NOOP'), SIGNAL);
  });

  it('has its answer dropped, and the connection goes on', async (t) => {
    const { signal, abort } = givingUp();
    const offered: unknown[] = [];
    const unclaimed: string[] = [];
    const connection = await dial(t, answerLate(abort, '* SEARCH 1 2 3\r\n* 4 EXISTS\r\nA1 OK done\r\n'), {
      onUnclaimed: (response) => unclaimed.push(response.kind),
    });
    const onResponse = (response: UntaggedResponse): boolean => offered.push(response) > 0;

    await assert.rejects(connection.run(command('SEARCH ALL', { onResponse }), signal), GIVEN_UP);
    await connection.run(command('NOOP'), SIGNAL);

    assert.deepEqual(offered, []);
    assert.deepEqual(unclaimed, ['exists']);
  });

  it('rejects at once, before the server has answered', async (t) => {
    const { signal, abort } = givingUp();
    const connection = await dial(t, (peer) => peer.send(GREETING));

    const running = connection.run(command('SEARCH ALL'), signal);
    abort();

    await assert.rejects(running, GIVEN_UP);
    assert.equal(connection.isOpen, true);
  });

  it('closes the connection when its answer does not end in time', async (t) => {
    const { signal, abort } = givingUp();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      abort();
      await peer.end();
    });

    await assert.rejects(connection.run(command('SEARCH ALL'), signal), GIVEN_UP);
    const begin = performance.now();
    await assert.rejects(connection.run(command('NOOP', { concurrency: 'alone' }), SIGNAL), ConnectionClosed);

    assert.ok(performance.now() - begin < 2000);
  });

  it('closes the connection when its answer is too long', async (t) => {
    const { signal, abort } = givingUp();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      abort();
      await peer.sendForever('* 1 FETCH (FLAGS (\\Seen))\r\n'.repeat(100));
    });

    await assert.rejects(connection.run(command('FETCH 1:* FLAGS'), signal), GIVEN_UP);
    await assert.rejects(connection.run(command('NOOP', { concurrency: 'alone' }), SIGNAL), ConnectionClosed);
  });

  it('waits for the commands before it without blame', async (t) => {
    const { signal, abort } = givingUp();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 SLOW');
      await peer.expect('A2 SEARCH ALL');
      abort();
      await new Promise((resolve) => setTimeout(resolve, 1200));
      peer.send('A1 OK done\r\nA2 OK done\r\n');
    });

    const slow = connection.run(command('SLOW'), SIGNAL);
    await assert.rejects(connection.run(command('SEARCH ALL'), signal), GIVEN_UP);
    await slow;

    assert.equal(connection.isOpen, true);
  });

  it('closes the connection in the middle of a literal', async (t) => {
    const { signal, abort } = givingUp();
    const connection = await dial(t, async (peer) => {
      peer.send('* OK [CAPABILITY IMAP4rev1] ready\r\n');
      await peer.line();
      peer.send('+ go on\r\n');
      await peer.octets(5);
      abort();
      assert.doesNotMatch(await peer.end(), /\n/);
    });
    const literal: OctetSource = {
      length: 100_000,
      async *read() {
        for (;;) {
          yield Buffer.from('hello');
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      },
    };

    const append = command('APPEND', { parts: ['APPEND x ', { literal }] });
    await assert.rejects(connection.run(append, signal), GIVEN_UP);

    assert.equal(connection.isOpen, false);
  });

  it('closes the connection while a login runs', async (t) => {
    const { signal, abort } = givingUp();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      abort();
      peer.send('A1 OK welcome\r\n');
    });

    await assert.rejects(connection.run(command('LOGIN', { authenticates: true }), signal), GIVEN_UP);

    assert.equal(connection.isOpen, false);
  });

  it('lets the consumer of its literal go', async (t) => {
    const { signal, abort } = givingUp();
    const octets = 100_000;
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send(`* 1 FETCH (UID 1 BODY[] {${octets}}\r\n${'x'.repeat(octets)})\r\nA1 OK done\r\n`);
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
    });
    // Full from the first octet on, and nobody drains it.
    const sink: LiteralSink = {
      write() {
        setImmediate(abort);
        return false;
      },
      onDrain: () => undefined,
      end: () => assert.fail('The literal is not complete.'),
    };

    await assert.rejects(
      connection.run(command('UID FETCH 1 BODY[]', { onLiteral: () => sink }), signal),
      GIVEN_UP,
    );
    await connection.run(command('NOOP'), SIGNAL);
  });
});
