import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from '../../src/connection/command.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { ProtocolViolation } from '../../src/errors.ts';
import { abortable, command, dial, SIGNAL } from '../support/dial.ts';
import { GREETING, type ServerPeer } from '../support/scripted-server.ts';

function authenticate(onContinuation: Command['onContinuation']): Command {
  return {
    name: 'AUTHENTICATE',
    parts: ['AUTHENTICATE X'],
    concurrency: 'alone',
    abortLine: '*',
    ...(onContinuation && { onContinuation }),
  };
}

/** IDLE until `stop` is called. */
function idle(): { readonly command: Command; stop(): void } {
  let stop: (line: string) => void = () => undefined;
  const stopped = new Promise<string>((resolve) => {
    stop = resolve;
  });
  return {
    command: command('IDLE', {
      concurrency: 'alone',
      onContinuation: () => stopped,
      abortLine: 'DONE',
      endsWithLine: true,
    }),
    stop: () => stop('DONE'),
  };
}

describe('a continuation request', () => {
  it('is answered by the command, as often as the server asks', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 AUTHENTICATE X');
      peer.send('+ first\r\n');
      await peer.expect('FIRST');
      peer.send('+ second\r\n');
      await peer.expect('SECOND');
      peer.send('A1 OK done\r\n');
    });
    const answering = authenticate(async ({ text }) => text.toUpperCase());

    await connection.run(answering, SIGNAL);
  });

  it('has the exchange cancelled where it cannot be answered', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('+ bad challenge\r\n');
      await peer.expect('*');
      peer.send('A1 BAD cancelled\r\n');
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
    });
    const objecting = authenticate(() => {
      throw new ProtocolViolation('bad challenge');
    });

    await assert.rejects(connection.run(objecting, SIGNAL), { message: 'bad challenge' });
    await connection.run(command('NOOP'), SIGNAL);
  });

  it('must not come while the one before is not answered', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('+ one\r\n+ two\r\n');
    });

    await assert.rejects(
      connection.run(
        authenticate(() => new Promise(() => undefined)),
        SIGNAL,
      ),
      ProtocolViolation,
    );
  });

  it('may be left unanswered by a server that refuses at once', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 NO no\r\n');
    });

    await assert.rejects(
      connection.run(
        authenticate(() => 'never'),
        SIGNAL,
      ),
      CommandRefused,
    );
  });

  it('may be answered after the command is over without harm', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('+ go\r\nA1 OK done\r\n');
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
    });
    const { command: idling, stop } = idle();

    await connection.run(idling, SIGNAL);
    stop();
    await connection.run(command('NOOP'), SIGNAL);
  });
});

describe('a continuation request that is answered too late', () => {
  it('ends nothing when the answer fails', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('+ go\r\nA1 OK done\r\n');
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
    });
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
    const answering = command('X', { concurrency: 'alone', onContinuation: () => failing });

    await connection.run(answering, SIGNAL);
    fail(new Error('too late'));
    await connection.run(command('NOOP'), SIGNAL);
  });
});

/** Reports a message in IDLE, and takes its end. */
async function reportInIdle(peer: ServerPeer): Promise<void> {
  peer.send(GREETING);
  await peer.expect('A1 IDLE');
  peer.send('+ idling\r\n* 7 EXISTS\r\n');
  await peer.expect('DONE');
}

describe('IDLE', () => {
  it('hears of changes until the client is done', async (t) => {
    const { command: idling, stop } = idle();
    const connection = await dial(
      t,
      async (peer) => {
        await reportInIdle(peer);
        peer.send('A1 OK done\r\n');
      },
      { onUnclaimed: () => stop() },
    );

    await connection.run(idling, SIGNAL);
  });

  it('lets commands that may run beside others follow DONE, and no other', async (t) => {
    const { command: idling, stop } = idle();
    const connection = await dial(
      t,
      async (peer) => {
        await reportInIdle(peer);
        await peer.expect('A2 NOOP');
        await peer.expect('A3 UID FETCH');
        peer.send('* 8 EXISTS\r\nA1 OK done\r\nA2 OK done\r\nA3 OK done\r\n');
        await peer.expect('A4 IDLE');
        peer.send('A4 OK done\r\n');
      },
      { onUnclaimed: () => stop() },
    );

    await Promise.all([
      connection.run(idling, SIGNAL),
      connection.run(command('NOOP'), SIGNAL),
      connection.run(command('UID FETCH', { concurrency: 'one FETCH' }), SIGNAL),
      connection.run(command('IDLE', { concurrency: 'alone' }), SIGNAL),
    ]);
  });

  it('holds all commands back while it is given up', async (t) => {
    const { signal, abort } = abortable();
    const connection = await dial(
      t,
      async (peer) => {
        await reportInIdle(peer);
        const line = peer.line();
        assert.equal(await Promise.race([line, wait(20, 'silence')]), 'silence');
        peer.send('A1 OK done\r\n');
        assert.equal(await line, 'A2 NOOP');
        peer.send('A2 OK done\r\n');
      },
      { onUnclaimed: () => abort(new Error('enough')) },
    );
    const idling = connection.run(idle().command, signal);

    const next = connection.run(command('NOOP'), SIGNAL);

    await assert.rejects(idling, { message: 'enough' });
    await next;
  });

  it('ends with DONE when its signal aborts', async (t) => {
    const { signal, abort } = abortable();
    const connection = await dial(
      t,
      async (peer) => {
        await reportInIdle(peer);
        peer.send('A1 OK done\r\n');
        await peer.expect('A2 NOOP');
        peer.send('A2 OK done\r\n');
      },
      { onUnclaimed: () => abort(new Error('enough')) },
    );

    await assert.rejects(connection.run(idle().command, signal), { message: 'enough' });
    await connection.run(command('NOOP'), SIGNAL);
  });

  it('ends with DONE once the server idles, when its signal aborts before that', async (t) => {
    const { signal, abort } = abortable();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 IDLE');
      abort(new Error('enough'));
      await new Promise((resolve) => setTimeout(resolve, 20));
      peer.send('+ idling\r\n');
      await peer.expect('DONE');
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
    });

    await assert.rejects(connection.run(idle().command, signal), { message: 'enough' });
    await connection.run(command('NOOP'), SIGNAL);
  });
});
