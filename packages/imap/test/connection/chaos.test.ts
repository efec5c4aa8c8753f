import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Command } from '../../src/connection/command.ts';
import { connect } from '../../src/connection/connect.ts';
import type { ImapConnection } from '../../src/connection/imap-connection.ts';
import { ImapError } from '../../src/errors.ts';
import type { OctetSource } from '../../src/wire/command-part.ts';
import type { LiteralSink } from '../../src/wire/literal-sink.ts';
import { command, SIGNAL } from '../support/dial.ts';
import { GREETING, type ServerPeer, startScriptedServer } from '../support/scripted-server.ts';

/** What the server says, in any order and cut anywhere. */
const FRAGMENTS = [
  ...[
    'A1 OK done\r\n',
    'A2 NO [X] no\r\n',
    'A3 BAD bad\r\n',
    'A4 OK done\r\n',
    'A5 OK done\r\n',
    'A6 OK x\r\n',
  ],
  ...[
    '+ go\r\n',
    '+ \r\n',
    '* 1 EXISTS\r\n',
    '* BYE bye\r\n',
    '* OK [CAPABILITY IMAP4rev1] x\r\n',
    '\r\n',
    'A',
  ],
  ...[
    '* SEARCH 1 2 3\r\n',
    '* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n',
    '* ENABLED IMAP4rev2\r\n',
    '* VANISHED 1:9\r\n',
  ],
  ...[
    `* 1 FETCH (UID 1 BODY[] {20000}\r\n${'x'.repeat(20_000)})\r\n`,
    '* LIST () "/" {3}\r\nbox\r\n',
    '{9}\r\n',
  ],
];
/** Long enough for what the server says on its own. */
const DEADLINES = { commandMs: 100, continuationMs: 100, logoutMs: 50 };

const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ say: fc.constantFrom(...FRAGMENTS) }) },
  { weight: 2, arbitrary: fc.constant({ wait: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom({ end: 'finish' } as const, { end: 'cut' } as const) },
);
type ServerEvent = { say: string } | { wait: number } | { end: 'finish' | 'cut' };

async function play(peer: ServerPeer, events: readonly ServerEvent[], chunkOctets: number): Promise<void> {
  peer.send(GREETING);
  await peer.line();
  for (const one of events) {
    if ('wait' in one) await pause(one.wait);
    else if ('end' in one) peer[one.end]();
    else await sayInChunks(peer, one.say, chunkOctets);
  }
}

async function sayInChunks(peer: ServerPeer, text: string, chunkOctets: number): Promise<void> {
  for (let start = 0; start < text.length; start += chunkOctets) {
    await peer.sendAll(text.slice(start, start + chunkOctets));
  }
}

/** Full after each piece, for a turn of the event loop. */
const slowSink: LiteralSink = {
  write: () => false,
  onDrain: (listener) => setImmediate(listener),
  end: () => undefined,
};

const source: OctetSource = {
  length: 6000,
  async *read() {
    for (let part = 0; part < 6; part += 1) yield Buffer.alloc(1000, 'x');
  },
};

/** One command of each sort, sent as far as the server lets them. */
function commands(): readonly Command[] {
  return [
    command('SEARCH ALL', { concurrency: 'one SEARCH', onResponse: ({ kind }) => kind === 'search' }),
    command('UID FETCH 1 BODY[]', { onLiteral: () => slowSink }),
    command('APPEND', { parts: ['APPEND x ', { literal: source }] }),
    command('IDLE', { concurrency: 'alone', abortLine: 'DONE', onContinuation: async () => 'DONE' }),
    command('LOGIN', { concurrency: 'alone', authenticates: true }),
    command('NOOP'),
  ];
}

async function run(connection: ImapConnection, abortAfter: number): Promise<readonly unknown[]> {
  const outcomes = await Promise.allSettled(
    commands().map((one, index) => {
      const signal = index === abortAfter ? AbortSignal.timeout(5) : SIGNAL;
      return connection.run(one, signal);
    }),
  );
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
}

describe('a connection to a server that says anything at any time', () => {
  it('settles every command, with the errors of this package', async (t: TestContext) => {
    let script: (peer: ServerPeer) => Promise<void> = async () => undefined;
    const server = await startScriptedServer(t, { play: (peer) => script(peer) });
    const faults: unknown[] = [];
    const onFault = (fault: unknown): number => faults.push(fault);
    process.on('unhandledRejection', onFault);
    t.after(() => process.off('unhandledRejection', onFault));

    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 12 }),
        fc.constantFrom(1_000_000, 7, 1000),
        fc.integer({ min: 0, max: 8 }),
        async (events, chunkOctets, abortAfter) => {
          script = (peer) => play(peer, events, chunkOctets);
          const connection = await connect(
            { ...server, security: 'cleartext', deadlines: DEADLINES },
            SIGNAL,
          );

          const errors = await run(connection, abortAfter);
          await connection.logout();

          const others = errors.filter(
            (error) => !(error instanceof ImapError) && (error as Error).name !== 'TimeoutError',
          );
          assert.deepEqual([others, faults], [[], []]);
        },
      ),
      { numRuns: 60, seed: 9051, endOnFailure: true },
    );
  });
});
