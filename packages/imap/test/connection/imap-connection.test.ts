import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, it } from 'node:test';
import { id } from '../../src/commands/id.ts';
import { noop } from '../../src/commands/noop.ts';
import { select } from '../../src/commands/select.ts';
import type { Command, RunningCommand } from '../../src/connection/command.ts';
import type { Traffic } from '../../src/connection/connect-options.ts';
import { CommandRefused, ConnectionClosed } from '../../src/connection/connection-errors.ts';
import { ProtocolViolation } from '../../src/errors.ts';
import type { UntaggedResponse } from '../../src/responses/response.ts';
import { abortable, command, dial, SIGNAL } from '../support/dial.ts';
import { GREETING } from '../support/scripted-server.ts';

const LOGIN = command('LOGIN ann secret', { concurrency: 'alone', authenticates: true });

function claiming(kind: UntaggedResponse['kind'], into: unknown[]): Partial<Command> {
  return {
    onResponse(response) {
      if (response.kind === kind) into.push(response);
      return response.kind === kind;
    },
  };
}

describe('ImapConnection.run', () => {
  it('gives the tagged OK', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 NOOP');
      peer.send('A1 OK [READ-ONLY] done\r\n');
    });

    assert.deepEqual(await connection.run(command('NOOP'), SIGNAL), {
      kind: 'tagged',
      tag: 'A1',
      status: 'OK',
      code: { name: 'READ-ONLY', data: null },
      text: 'done',
    });
  });

  it('rejects with what the server refuses, and goes on', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 SELECT Work');
      peer.send('A1 NO [NONEXISTENT] no such mailbox\r\n');
      await peer.expect('A2 NOOP');
      peer.send('A2 BAD what?\r\n');
    });

    const refusal = connection.run(command('SELECT Work'), SIGNAL);
    await assert.rejects(refusal, (error: CommandRefused) => {
      assert.ok(error instanceof CommandRefused);
      assert.deepEqual(
        [error.command, error.status, error.code?.name, error.text],
        ['SELECT', 'NO', 'NONEXISTENT', 'no such mailbox'],
      );
      return true;
    });
    await assert.rejects(connection.run(command('NOOP'), SIGNAL), { status: 'BAD', text: 'what?' });
    assert.equal(connection.isOpen, true);
  });

  it('rejects with what the command objects to, also after OK', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* SEARCH 1\r\n* SEARCH 2\r\nA1 OK done\r\n');
    });
    const onResponse = (response: UntaggedResponse, exchange: RunningCommand): boolean => {
      exchange.reject(new Error(response.kind === 'search' ? `${response.numbers[0]}` : 'other'));
      return true;
    };

    await assert.rejects(connection.run(command('SEARCH ALL', { onResponse }), SIGNAL), { message: '1' });
  });

  it('offers untagged responses to the commands in order, and the others to the listener; another one gets them all', async (t) => {
    const unclaimed: string[] = [];
    const untagged: string[] = [];
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.expect('A1 FIRST');
        await peer.expect('A2 SECOND');
        peer.send('* 3 EXISTS\r\n* SEARCH 4\r\n* 5 EXPUNGE\r\nA2 OK done\r\n* SEARCH 6\r\nA1 OK done\r\n');
      },
      {
        onUnclaimed: (response) => unclaimed.push(response.kind),
        onUntagged: (response) => untagged.push(response.kind),
      },
    );
    const first: unknown[] = [];
    const second: unknown[] = [];

    await Promise.all([
      connection.run(command('FIRST', claiming('exists', first)), SIGNAL),
      connection.run(command('SECOND', claiming('search', second)), SIGNAL),
    ]);

    assert.deepEqual(first, [{ kind: 'exists', number: 3 }]);
    assert.equal(second.length, 1);
    assert.deepEqual(unclaimed, ['expunge', 'search']);
    assert.deepEqual(untagged, ['exists', 'search', 'expunge', 'search']);
  });

  it('sends commands of one kind together where they are of one batch, and others of that kind afterwards', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 FETCH 1 UID');
      await peer.expect('A2 FETCH 2 UID');
      peer.send('A1 OK done\r\n');
      peer.send('A2 OK done\r\n');
      await peer.expect('A3 FETCH 3 UID');
      peer.send('A3 OK done\r\n');
    });
    const batch = Symbol('batch');
    const concurrency = 'one FETCH';

    const answers = await Promise.all([
      connection.run(command('FETCH 1 UID', { concurrency, batch }), SIGNAL),
      connection.run(command('FETCH 2 UID', { concurrency, batch }), SIGNAL),
      connection.run(command('FETCH 3 UID', { concurrency, batch: Symbol('another') }), SIGNAL),
    ]);

    assert.deepEqual(
      answers.map(({ tag }) => tag),
      ['A1', 'A2', 'A3'],
    );
  });

  it('reports each response that does not fit the grammar', async (t) => {
    const unreadable: unknown[] = [];
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        peer.send('* 3 FETCH (UID 7 FLAGS oops)\r\n* ???\r\nA1 OK done\r\n');
      },
      { onUnreadable: ({ name, uid }, context) => unreadable.push([name, uid, context.command]) },
    );

    await connection.run(command('FETCH 3 FLAGS'), SIGNAL);

    assert.deepEqual(unreadable[0], ['FETCH', 7, 'FETCH']);
    assert.equal(unreadable.length, connection.unreadableResponses);
  });

  it('reports the traffic of each command in the context of its call', async (t) => {
    const context = new AsyncLocalStorage<string>();
    const contexts: unknown[] = [];
    const traffic: Traffic[] = [];
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.expect('A1 APPEND x {524289}');
        peer.send('+ go\r\n');
        await peer.octets(524_291);
        peer.send('A1 OK done\r\n');
      },
      {
        onTraffic(one) {
          traffic.push(one);
          contexts.push(context.getStore());
        },
      },
    );

    const parts = ['APPEND x ', { literal: Buffer.alloc(524_289, 'x') }];
    await context.run('of the call', () => connection.run(command('APPEND', { parts }), SIGNAL));

    assert.deepEqual(traffic, [{ roundTrips: 2, sentOctets: 524_313, receivedOctets: 18 }]);
    assert.deepEqual(contexts, ['of the call']);
  });

  it('refuses a part that would be a second command', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 NOOP');
      peer.send('A1 OK done\r\n');
    });

    await assert.rejects(connection.run(command('NOOP\r\nA9 LOGOUT'), SIGNAL), TypeError);
    await connection.run(command('NOOP'), SIGNAL);
  });
});

describe('ImapConnection: commands in flight', () => {
  it('sends commands that may meet without waiting', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 ONE');
      await peer.expect('A2 TWO');
      await peer.expect('A3 THREE');
      peer.send('A3 OK c\r\nA1 OK a\r\nA2 OK b\r\n');
    });

    const answers = await Promise.all([
      connection.run(command('ONE'), SIGNAL),
      connection.run(command('TWO', { concurrency: 'one X' }), SIGNAL),
      connection.run(command('THREE', { concurrency: 'one Y' }), SIGNAL),
    ]);

    assert.deepEqual(
      answers.map(({ text }) => text),
      ['a', 'b', 'c'],
    );
  });

  it('takes many commands under one signal without a warning', async (t) => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): number => warnings.push(message);
    process.on('warning', onWarning);
    t.after(() => process.off('warning', onWarning));
    const { signal } = abortable();
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      for (let number = 1; number <= 30; number += 1) {
        await peer.expect(`A${number} NOOP`);
        peer.send(`A${number} OK done\r\n`);
      }
    });

    await Promise.all(Array.from({ length: 30 }, () => connection.run(command('NOOP'), signal)));

    assert.deepEqual(warnings, []);
  });

  it('sends one command of a kind at a time', async (t) => {
    const order: string[] = [];
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 SEARCH 1');
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('first answered');
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 SEARCH 2');
      order.push('second received');
      peer.send('A2 OK done\r\n');
    });

    await Promise.all([
      connection.run(command('SEARCH 1', { concurrency: 'one SEARCH' }), SIGNAL),
      connection.run(command('SEARCH 2', { concurrency: 'one SEARCH' }), SIGNAL),
    ]);

    assert.deepEqual(order, ['first answered', 'second received']);
  });

  it('sends nothing beside a command that runs alone', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 SELECT Work');
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 NOOP');
      peer.send('A2 OK done\r\n');
      await peer.expect('A3 SELECT Other');
      peer.send('A3 OK done\r\n');
    });
    const running: string[] = [];
    const run = async (text: string, concurrency: Command['concurrency']): Promise<void> => {
      await connection.run(command(text, { concurrency, onOk: () => running.push(text) }), SIGNAL);
    };

    await Promise.all([run('SELECT Work', 'alone'), run('NOOP', 'shared'), run('SELECT Other', 'alone')]);

    assert.deepEqual(running, ['SELECT Work', 'NOOP', 'SELECT Other']);
  });

  it('sends SELECT beside ID, and what follows after SELECT', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 ID NIL');
      await peer.expect('A2 SELECT "Work"');
      peer.send('* ID ("name" "peer")\r\nA1 OK done\r\n* 7 EXISTS\r\nA2 OK done\r\n');
      await peer.expect('A3 NOOP');
      peer.send('A3 OK done\r\n');
    });

    const [identity, opened] = await Promise.all([
      id(connection, null, SIGNAL),
      select(connection, { mailbox: 'Work', isReadOnly: false }, SIGNAL),
      noop(connection, SIGNAL),
    ]);

    assert.deepEqual([identity?.get('name'), opened.exists], ['peer', 7]);
  });

  it('ends the connection at an answer to a command that is not in flight', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A2 OK done\r\n');
    });

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), ProtocolViolation);
    assert.equal(connection.isOpen, false);
  });

  it('ends the connection at a second answer to the same command', async (t) => {
    const { closed, onClose } = closing();
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        peer.send('A1 OK done\r\nA1 OK done\r\n');
      },
      { onClose },
    );

    await connection.run(command('NOOP'), SIGNAL);

    assert.ok((await closed) instanceof ProtocolViolation);
  });

  it('ends the connection at a continuation request that nobody waits for', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('+ go on\r\n');
    });

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), ProtocolViolation);
  });

  it('ends the connection when more comes between two commands than the bound allows', async (t) => {
    const { closed, onClose } = closing();
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.line();
        peer.send('A1 OK done\r\n');
        await peer.sendForever('* 1 EXISTS\r\n');
      },
      { onClose, bounds: { idleOctets: 1000 } },
    );
    await connection.run(command('NOOP'), SIGNAL);

    assert.deepEqual({ ...((await closed) as object) }, { name: 'BoundExceeded', bound: 'idleOctets' });
  });
});

describe('ImapConnection: what the server tells', () => {
  it('takes the capabilities from the answer to the login', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 OK [CAPABILITY IMAP4rev1 MOVE] welcome\r\n');
    });

    await connection.run(LOGIN, SIGNAL);

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'MOVE']);
  });

  it('takes the capabilities from an untagged response to the login', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('* CAPABILITY IMAP4rev1 MOVE\r\nA1 OK welcome\r\n');
    });

    await connection.run(LOGIN, SIGNAL);

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'MOVE']);
  });

  it('asks for the capabilities that the answer to the login does not tell', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 OK welcome\r\n');
      await peer.expect('A2 CAPABILITY');
      peer.send('* CAPABILITY IMAP4rev1 MOVE\r\nA2 OK done\r\n');
    });

    await connection.run(LOGIN, SIGNAL);

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'MOVE']);
  });

  it('keeps the capabilities when the login is refused', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 NO [AUTHENTICATIONFAILED] no\r\n');
    });

    await assert.rejects(connection.run(LOGIN, SIGNAL), CommandRefused);

    assert.ok(connection.capabilities.has('LITERAL+'));
  });

  it('does not take a refused CAPABILITY for a refused login', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 OK welcome\r\n');
      await peer.expect('A2 CAPABILITY');
      peer.send('A2 NO no\r\n');
    });

    await assert.rejects(connection.run(LOGIN, SIGNAL), ProtocolViolation);
    assert.equal(connection.isOpen, false);
  });

  it('has what IMAP4rev2 implies once it is enabled, and reads names as UTF-8 then', async (t) => {
    const names: unknown[] = [];
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 OK [CAPABILITY IMAP4rev1 IMAP4rev2 ENABLE] welcome\r\n');
      await peer.expect('A2 LIST');
      peer.send('* LIST () "/" "a&AOk-b"\r\nA2 OK done\r\n');
      await peer.expect('A3 ENABLE IMAP4rev2');
      peer.send('* ENABLED IMAP4rev2\r\n* LIST () "/" "a&AOk-b"\r\nA3 OK done\r\n');
    });
    const onResponse = (response: UntaggedResponse): boolean => {
      if (response.kind === 'list') names.push(response.mailbox.text);
      return true;
    };
    await connection.run(LOGIN, SIGNAL);

    assert.equal(connection.capabilities.has('UIDPLUS'), false);
    await connection.run(command('LIST', { onResponse }), SIGNAL);
    await connection.run(command('ENABLE IMAP4rev2', { onResponse }), SIGNAL);

    assert.deepEqual(names, ['a\u00e9b', 'a&AOk-b']);
    assert.deepEqual([...connection.enabled], ['IMAP4REV2']);
    assert.equal(connection.capabilities.has('UIDPLUS'), true);
  });

  it('counts the messages of the selected mailbox', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 SELECT Work');
      peer.send('A1 OK done\r\n* 10 EXISTS\r\n* 3 EXPUNGE\r\n* VANISHED (EARLIER) 1:100\r\n');
      await peer.expect('A2 NOOP');
      peer.send('* VANISHED 4,7:9\r\nA2 OK done\r\n');
    });
    const onOk = (): void => {
      connection.selected = { rawName: 'Work', isReadOnly: false, exists: 2, uidValidity: 1 };
    };

    await connection.run(command('SELECT Work', { onOk }), SIGNAL);
    await connection.run(command('NOOP'), SIGNAL);

    assert.equal(connection.selected?.exists, 5);
  });

  it('reads lines beyond the bound of the greeting only after the login', async (t) => {
    const flags = 'Keyword '.repeat(2000);
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 OK [CAPABILITY IMAP4rev1] welcome\r\n');
      await peer.line();
      peer.send(`* FLAGS (${flags.trim()})\r\nA2 OK done\r\n`);
    });
    const seen: unknown[] = [];

    await connection.run(LOGIN, SIGNAL);
    await connection.run(command('NOOP', claiming('flags', seen)), SIGNAL);

    assert.equal(seen.length, 1);
  });
});

describe('ImapConnection.logout', () => {
  it('says LOGOUT and closes the connection', async (t) => {
    const { closed, onClose } = closing();
    const connection = await dial(
      t,
      async (peer) => {
        peer.send(GREETING);
        await peer.expect('A1 LOGOUT');
        peer.send('* BYE bye\r\nA1 OK done\r\n');
        assert.equal(await peer.end(), '');
      },
      { onClose },
    );

    await connection.logout();

    assert.equal(await closed, undefined);
    assert.equal(connection.isOpen, false);
  });

  it('closes the connection that does not answer', async (t) => {
    const connection = await dial(t, (peer) => peer.send(GREETING), { deadlines: { logoutMs: 50 } });

    await connection.logout();

    assert.equal(connection.isOpen, false);
  });

  it('is done when the connection has ended before', async (t) => {
    const connection = await dial(t, (peer) => peer.send(GREETING));
    connection.destroy();

    await connection.logout();

    await assert.rejects(connection.run(command('NOOP'), SIGNAL), ConnectionClosed);
  });
});

function closing(): {
  readonly closed: Promise<Error | undefined>;
  readonly onClose: (error: Error | undefined) => void;
} {
  let onClose: (error: Error | undefined) => void = () => undefined;
  const closed = new Promise<Error | undefined>((resolve) => {
    onClose = resolve;
  });
  return { closed, onClose: (error) => onClose(error) };
}
