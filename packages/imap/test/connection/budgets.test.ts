import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LiteralSink } from '../../src/wire/literal-sink.ts';
import { command, dial, SIGNAL } from '../support/dial.ts';
import { GREETING } from '../support/scripted-server.ts';

const OCTETS = 100_000;
const LARGE_FETCH = `* 1 FETCH (UID 1 BODY[] {${OCTETS}}\r\n${'x'.repeat(OCTETS)})\r\nA1 OK done\r\n`;

/** A sink that is full after its first octets, for so many milliseconds. */
function fullFor(milliseconds: number): LiteralSink & { octets: number } {
  let isFirst = true;
  return {
    octets: 0,
    write(chunk) {
      this.octets += chunk.length;
      const hasRoom = !isFirst;
      isFirst = false;
      return hasRoom;
    },
    onDrain: (listener) => setTimeout(listener, milliseconds),
    end: () => undefined,
  };
}

describe('the budget of a command', () => {
  it('bounds the octets that come while it runs', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      await peer.sendForever('* 1 EXISTS\r\n');
    });
    const greedy = command('NOOP', { budget: { octets: 10_000 } });

    await assert.rejects(connection.run(greedy, SIGNAL), { bound: 'octets of NOOP' });
    assert.equal(connection.isOpen, false);
  });

  it('bounds the untagged responses that come while it runs', async (t) => {
    let offered = 0;
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* 1 EXISTS\r\n'.repeat(11));
    });
    const onResponse = (): boolean => {
      offered += 1;
      return true;
    };
    const greedy = command('NOOP', { budget: { responses: 10 }, onResponse });

    await assert.rejects(connection.run(greedy, SIGNAL), { bound: 'responses of NOOP' });
    assert.equal(offered, 10);
  });

  it('allows for the answers to commands that run beside it', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 SMALL');
      await peer.expect('A2 LARGE');
      peer.send('* 1 EXISTS\r\n'.repeat(1000));
      peer.send('A2 OK done\r\nA1 OK done\r\n');
    });

    await Promise.all([
      connection.run(command('SMALL', { budget: { octets: 100, responses: 1 } }), SIGNAL),
      connection.run(command('LARGE', { budget: { octets: 20_000, responses: 1000 } }), SIGNAL),
    ]);
  });

  it('bounds the messages that the server counts, before anything is made of the number', async (t) => {
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        peer.send('* 10 EXISTS\r\n* 11 EXISTS\r\n');
      },
      { bounds: { messages: 10 } },
    );

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), { bound: 'messages' });
    assert.equal(connection.isOpen, false);
  });

  it('bounds the mailboxes of one LIST', async (t) => {
    const list = '* LIST () "/" box\r\n';
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        peer.send(`${list.repeat(10)}A1 OK done\r\n`);
        await peer.line();
        peer.send(`${list.repeat(11)}A2 OK done\r\n`);
      },
      { bounds: { mailboxes: 10 } },
    );

    await connection.run(command('LIST "" *'), SIGNAL);
    await assert.rejects(connection.run(command('LIST "" *'), SIGNAL), { bound: 'mailboxes' });
  });

  it('ends an answer that comes an octet at a time', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      await peer.sendSlowly('* OK '.padEnd(10_000, 'x'), 10);
    });
    const slow = command('NOOP', { budget: { deadlineMs: 150 } });

    await assert.rejects(connection.run(slow, SIGNAL), { name: 'DeadlineExceeded', waitedFor: 'NOOP' });
    assert.equal(connection.isOpen, false);
  });

  it('has the deadline of the connection where the command says none', async (t) => {
    const connection = await dial(t, (peer) => peer.send(GREETING), { deadlines: { commandMs: 50 } });

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), { waitedFor: 'NOOP' });
  });

  it('does not count the time in the queue', async (t) => {
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        for (const tag of ['A1', 'A2', 'A3']) {
          await peer.line();
          await new Promise((resolve) => setTimeout(resolve, 250));
          peer.send(`${tag} OK done\r\n`);
        }
      },
      { deadlines: { commandMs: 600 } },
    );
    const alone = command('NOOP', { concurrency: 'alone' });

    await Promise.all([1, 2, 3].map(() => connection.run(alone, SIGNAL)));
  });

  it('lets the commands beside it end with the connection, and with the cause', async (t) => {
    const connection = await dial(t, (peer) => peer.send(GREETING));

    const [first, second] = await Promise.allSettled([
      connection.run(command('ONE', { budget: { deadlineMs: 30 } }), SIGNAL),
      connection.run(command('TWO'), SIGNAL),
    ]);

    assert.ok(first.status === 'rejected' && second.status === 'rejected');
    assert.deepEqual([first.reason.name, second.reason.name], ['DeadlineExceeded', 'ConnectionClosed']);
    assert.equal(second.reason.cause, first.reason);
  });
});

describe('a consumer of a literal that is slow', () => {
  it('stops the socket, and not the connection', async (t) => {
    const sink = fullFor(800);
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send(LARGE_FETCH);
    });
    const fetch = command('UID FETCH 1 BODY[]', {
      onLiteral: () => sink,
      budget: { deadlineMs: 500 },
    });

    await connection.run(fetch, SIGNAL);

    assert.equal(sink.octets, OCTETS);
  });

  it('does not spend the deadline of a command that is sent meanwhile', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send(LARGE_FETCH);
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
    });
    const running: Promise<unknown>[] = [];
    const slow = fullFor(800);
    const sink: LiteralSink = {
      ...slow,
      onDrain(listener) {
        slow.onDrain(listener);
        const noop = command('NOOP', { budget: { deadlineMs: 500 } });
        running.push(
          new Promise((resolve) => setTimeout(resolve, 10)).then(() => connection.run(noop, SIGNAL)),
        );
      },
    };

    await connection.run(command('UID FETCH 1 BODY[]', { onLiteral: () => sink }), SIGNAL);
    await Promise.all(running);

    assert.equal(running.length, 1);
  });

  it('keeps the memory of what is not read yet small', async (t) => {
    let sentOctets = 0;
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* 1 FETCH (UID 1 BODY[] {1000000000}\r\n');
      const chunk = 'x'.repeat(64 * 1024);
      while (await peer.sendAll(chunk)) sentOctets += chunk.length;
    });
    const sink = { ...fullFor(0), onDrain: () => undefined };
    const signal = AbortSignal.timeout(300);

    await assert.rejects(connection.run(command('UID FETCH 1 BODY[]', { onLiteral: () => sink }), signal));

    // The operating system takes some megabytes on both sides, tens of them where it is set so.
    assert.ok(sentOctets < 128 * 1024 * 1024, `${sentOctets} octets were taken`);
    assert.ok(sink.octets < 128 * 1024);
  });
});
