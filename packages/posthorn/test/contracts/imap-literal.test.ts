/** Messages go to the server as they are read: in constant memory, not before the server wants them, all or nothing. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { append as appendCommand, LiteralFailed, ProtocolViolation } from 'posthorn-imap';
import type { ImapSession } from '../../src/adapters/imap/session/imap-session.ts';
import { UNMEASURED } from '../../src/application/ports/mail-telemetry.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import type { OctetSource } from '../../src/domain/values/octet-source.ts';
import { createCostCounter } from '../../src/observability/request-costs.ts';
import { startDovecot } from '../support/dovecot.ts';
import { openSessionFor } from '../support/open-session.ts';
import { type ScriptedCommand, startScriptedServer } from '../support/scripted-imap-server.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { openSandboxBackend, type SandboxBackendOptions } from './sandbox-backend.ts';
import { mailboxName, type StoreUnderTest, testAccount } from './store-under-test.ts';

const MIB = 1024 * 1024;
const CHUNK_OCTETS = 64 * 1024;
/** Waits for the server also with LITERAL+. */
const LONG_OCTETS = 600_000;
const USER = { name: 'alice@example.org', password: 'alice-secret' };
const signal = new AbortController().signal;

/** A message of this size that is made while it is read, and how much of it was. */
function madeSource(length: number) {
  const head = Buffer.from('Subject: large\r\n\r\n');
  const line = Buffer.alloc(CHUNK_OCTETS, `${'x'.repeat(62)}\r\n`);
  const source = {
    length,
    pulled: 0,
    async *read() {
      for (let left = length; left > 0; ) {
        const chunk = (left === length ? head : line).subarray(0, left);
        left -= chunk.length;
        source.pulled += chunk.length;
        yield chunk;
      }
    },
  };
  return source;
}

function append(backend: StoreUnderTest, octets: OctetSource, under = signal) {
  const message = { octets, flags: [], messageId: null };
  return backend.writer.appendMessage(
    { account: backend.account, mailbox: mailboxName('INBOX'), message },
    under,
  );
}

async function sandboxFor(t: TestContext, options: SandboxBackendOptions = {}) {
  const backend = await openSandboxBackend(options);
  t.after(() => backend.close());
  return backend;
}

const stored = async (backend: StoreUnderTest) => [...(await backend.contents('INBOX')).values()];

describe('A message of 64 MiB', () => {
  it('is stored by Dovecot in constant memory', async (t) => {
    const backend = await openDovecotBackend('flat');
    t.after(() => backend.close());
    await append(backend, madeSource(1 * MIB));
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 10);

    const { uid } = await append(backend, madeSource(64 * MIB));

    clearInterval(watch);
    const growth = (Math.max(most, process.memoryUsage().rss) - before) / MIB;
    t.diagnostic(`the process grew by ${growth.toFixed(1)} MiB`);
    assert.ok(growth < 32, `${growth} MiB`);
    const page = await backend.store.countMessages(
      { account: backend.account, mailbox: mailboxName('INBOX') },
      signal,
    );
    assert.deepEqual([page.total, Number(uid)], [2, 2]);
  });

  it('is stored by the sandbox octet by octet', async (t) => {
    const backend = await sandboxFor(t);
    const source = madeSource(64 * MIB);

    await append(backend, source);

    const [raw] = await stored(backend);
    assert.deepEqual([raw?.length, source.pulled], [64 * MIB, 64 * MIB]);
  });
});

describe('A server that takes no more octets', () => {
  const stall = async (t: TestContext, onStall: (command: ScriptedCommand) => void) => {
    const server = await startScriptedServer({
      answer: (command) => {
        if (command.line.startsWith('SELECT')) return '* OK [UIDVALIDITY 7] ok\r\n';
        if (!command.line.startsWith('APPEND')) return '';
        command.socket.pause();
        command.socket.write('+ go on\r\n', () => onStall(command));
        return undefined;
      },
    });
    t.after(() => server.close());
    return connectTo(t, server);
  };

  it('holds the reading of the message back', async (t) => {
    const connection = await stall(t, () => undefined);
    const source = madeSource(128 * MIB);
    const stopped = new AbortController();
    const appending = appendTo(connection, source, stopped.signal);
    const failed = assert.rejects(appending);
    let before = -1;
    // What the kernel buffers is a matter of the machine; then nothing moves any more.
    while (source.pulled !== before || before === 0) {
      before = source.pulled;
      await pause(100);
    }

    assert.ok(source.pulled < 64 * MIB, `${source.pulled} octets were read`);
    stopped.abort();
    await failed;
    assert.equal(connection.isOpen, false);
  });

  it('and then leaves fails the command', async (t) => {
    const connection = await stall(t, ({ socket }) => setTimeout(() => socket.destroy(), 50));

    await assert.rejects(appendTo(connection, madeSource(64 * MIB), signal));

    assert.equal(connection.isOpen, false);
  });
});

describe('A literal', () => {
  it('beyond 512 KB waits for the server, which may refuse it before it is sent', async (t) => {
    const backend = await sandboxFor(t);
    const source = madeSource(LONG_OCTETS);
    const refuse = { kind: 'refuse', at: 'literal-announced', command: 'APPEND', status: 'NO' } as const;
    backend.sandbox.faults.add({ ...refuse, code: 'OVERQUOTA' });

    await assert.rejects(append(backend, source), (error) => isFailure(error, 'quota-exceeded'));

    assert.deepEqual([source.pulled, await stored(backend)], [0, []]);
  });

  for (const [title, most, capabilities] of [
    ['LITERAL+', 524_288, {}],
    ['LITERAL-', 4096, { without: ['LITERAL+'], with: ['LITERAL-'] }],
  ] as const) {
    it(`of up to ${most} octets goes along with ${title}`, async (t) => {
      const backend = await sandboxFor(t, { capabilities });

      await append(backend, madeSource(most));
      await append(backend, madeSource(most + 1));

      assert.deepEqual(announcements(backend.sandbox.recording), [`{${most}+}`, `{${most + 1}}`]);
    });
  }

  it('waits for the server without either', async (t) => {
    const backend = await sandboxFor(t, { capabilities: { without: ['LITERAL+'] } });

    await append(backend, madeSource(100));

    assert.deepEqual(announcements(backend.sandbox.recording), ['{100}']);
    assert.equal((await stored(backend)).length, 1);
  });

  it('goes over TLS as well', async (t) => {
    const server = await startDovecot({ hasTls: true });
    t.after(() => server.stop());
    const host = { address: server.host, port: server.port, serverName: 'localhost' };
    const account = testAccount(server, USER);
    const options = { account, host, isCleartextAllowed: false, extraRoots: [server.caPem ?? ''] };
    const session = await openSessionFor(t, options, signal);

    const stored = await appendTo(session, madeSource(1 * MIB));

    assert.equal(stored?.name, 'APPENDUID');
  });

  for (const octets of [100, LONG_OCTETS]) {
    it(`of ${octets} octets counts in the traffic of its request`, async (t) => {
      const server = await startDovecot();
      t.after(() => server.stop());
      const counter = createCostCounter();
      const { run, sums } = counter.begin();
      const telemetry = { ...UNMEASURED, addTraffic: counter.add };
      const connection = await connectTo(t, server, telemetry);
      const source = { length: octets, read: () => bufferSource(Buffer.alloc(octets, 'x')).read() };

      await new Promise((resolve, reject) =>
        run(() => void appendTo(connection, source, signal).then(resolve, reject)),
      );

      const { sentOctets, roundTrips } = sums;
      assert.ok(sentOctets >= octets && sentOctets < octets + 100, `${sentOctets} octets`);
      assert.equal(roundTrips, octets === LONG_OCTETS ? 2 : 1);
    });
  }
});

describe('A source that', () => {
  const sources: readonly (readonly [string, () => AsyncGenerator<Buffer>, RegExp | typeof RangeError])[] = [
    [
      'fails midway',
      async function* () {
        yield Buffer.alloc(5_000, 'x');
        throw Object.assign(new Error('the disk is gone'), { code: 'ECONNRESET' });
      },
      /the disk is gone/,
    ],
    [
      'ends early',
      async function* () {
        yield Buffer.alloc(LONG_OCTETS - 1, 'x');
      },
      /^RangeError: The source has (?:599999|more than 600000) octets/,
    ],
    [
      'does not end in time',
      async function* () {
        yield Buffer.alloc(LONG_OCTETS, 'x');
        yield Buffer.alloc(1, 'x');
      },
      /^RangeError: The source has (?:599999|more than 600000) octets/,
    ],
  ];

  for (const [title, read, failure] of sources) {
    it(`${title} stores nothing, and the connection is not used again`, async (t) => {
      const backend = await sandboxFor(t);
      await append(backend, madeSource(10));

      await assert.rejects(append(backend, { length: LONG_OCTETS, read }), failure);
      await append(backend, madeSource(20));

      const sizes = (await stored(backend)).map(({ length }) => length);
      assert.deepEqual([sizes, backend.sandbox.counters.connectionsOpened], [[10, 20], 2]);
    });
  }

  it('is short and fails leaves the connection as it is, for nothing was sent', async (t) => {
    const backend = await sandboxFor(t);
    const read = async function* () {
      yield Buffer.alloc(5);
    };

    await assert.rejects(
      append(backend, { length: 10, read }),
      /^Error: A source of 10 octets gave only 5\.$/,
    );
    await append(backend, madeSource(20));

    assert.equal(backend.sandbox.counters.connectionsOpened, 1);
  });

  for (const length of [10_000, LONG_OCTETS]) {
    it(`has ${length} octets and waits for ever ends with its request`, async (t) => {
      const backend = await sandboxFor(t);
      const stopped = new AbortController();
      const read = async function* () {
        setTimeout(() => stopped.abort(new Error('too long')), 50);
        yield await new Promise<Buffer>(() => undefined);
      };

      await assert.rejects(append(backend, { length, read }, stopped.signal), /too long/);

      assert.deepEqual(await stored(backend), []);
    });
  }
});

describe('A command that goes to the server with a literal', () => {
  it('ends with a server that asks for it twice', async (t) => {
    const server = await startScriptedServer({
      answer: ({ line, socket }) => {
        if (!line.startsWith('APPEND')) return '';
        socket.write('+ go on\r\n+ and again\r\n');
        return undefined;
      },
    });
    t.after(() => server.close());
    const connection = await connectTo(t, server);

    await assert.rejects(appendTo(connection, madeSource(LONG_OCTETS)), ProtocolViolation);

    assert.equal(connection.isOpen, false);
  });

  it('tells that its source failed', async (t) => {
    const backend = await sandboxFor(t);
    const connection = await connectTo(t, backend.account.inbox, undefined, backend.account);
    const read = async function* () {
      yield Buffer.alloc(1);
    };

    await assert.rejects(appendTo(connection, { length: 10_000, read }, signal), LiteralFailed);
  });
});

function appendTo(session: ImapSession, message: OctetSource, under = signal) {
  return appendCommand(session, { mailbox: 'INBOX', message, flags: ['\\Seen'] }, under);
}

function connectTo(
  t: TestContext,
  server: { readonly host: string; readonly port: number },
  telemetry = UNMEASURED,
  account = testAccount(server, USER),
) {
  return openSessionFor(t, { account, telemetry }, signal);
}

/** The literal headers of the recorded APPEND commands. */
function announcements(recording: readonly { readonly line: string }[]): readonly string[] {
  return recording.flatMap(({ line }) => /^APPEND .*(\{\d+\+?\})$/.exec(line)?.[1] ?? []);
}

function isFailure(error: unknown, expected: string): boolean {
  return error instanceof MailError && error.code === expected;
}
