import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Measurement } from '../support/measured-client.ts';
import { GREETING, type ServerPeer, startScriptedServer } from '../support/scripted-server.ts';

const PROGRAM = fileURLToPath(new URL('../support/measured-client.ts', import.meta.url));
const FLAGS = ['--conditions=posthorn-source', '--import', 'tsx'];
const MAX_GROWN_MEGABYTES = 64;
/** The connection aims at 10 ms; code that is not compiled yet, and collections of garbage, come on top. */
const MAX_HELD_MS = 200;

interface Attack {
  /** The client's command. */
  readonly text?: string;
  /** True: the client keeps all responses. */
  readonly isCollecting?: boolean;
  /** What the server sends for the command. */
  readonly answer: (peer: ServerPeer) => Promise<void> | void;
}

/** Runs a client in a process of its own against the attack. */
async function measure(t: TestContext, attack: Attack): Promise<Measurement> {
  const server = await startScriptedServer(t, {
    async play(peer) {
      peer.send(GREETING);
      await peer.line();
      peer.send('A1 OK [CAPABILITY IMAP4rev1] welcome\r\n');
      await peer.line();
      await attack.answer(peer);
    },
  });
  const { text = 'UID FETCH 1:* FLAGS', isCollecting = false } = attack;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...FLAGS, PROGRAM, `${server.port}`, text, isCollecting ? 'yes' : 'no'],
    { timeout: 60_000 },
  );
  const measurement = JSON.parse(stdout) as Measurement;
  t.diagnostic(stdout);
  assert.ok(measurement.grownMegabytes < MAX_GROWN_MEGABYTES, stdout);
  assert.ok(measurement.heldMs < MAX_HELD_MS, stdout);
  return measurement;
}

describe('a hostile server', () => {
  it('announces a literal of 4 GB', async (t) => {
    const { error } = await measure(t, {
      async answer(peer) {
        peer.send('* LIST () "/" {4294967296}\r\n');
        await peer.sendForever('x'.repeat(64 * 1024));
      },
    });

    assert.deepEqual(error, { name: 'BoundExceeded', bound: 'literalOctets' });
  });

  it('announces a message of 4 GB and sends it', async (t) => {
    const { error } = await measure(t, {
      async answer(peer) {
        peer.send('* 1 FETCH (UID 1 BODY[] {4294967296}\r\n');
        await peer.sendForever('x'.repeat(64 * 1024));
      },
    });

    assert.deepEqual(error, { name: 'BoundExceeded', bound: 'octets of UID' });
  });

  for (const [kind, announcement] of [
    ['plain', '{1000000000}'],
    ['padded', '{0000000000000000001000000000}'],
    ['literal8', '~{1000000000}'],
  ] as const) {
    it(`announces a hundred ${kind} literals of 1 GB in one response, and sends them`, async (t) => {
      const sections = Array.from({ length: 100 }, (_, index) => `BINARY[${index + 1}] ${announcement}\r\n`);
      const { error } = await measure(t, {
        async answer(peer) {
          peer.send(`* 1 FETCH (UID 1 ${sections.join('')}`);
          await peer.sendForever('x'.repeat(64 * 1024));
        },
      });

      assert.deepEqual(error, { name: 'BoundExceeded', bound: 'octets of UID' });
    });
  }

  it('sends untagged responses without end', async (t) => {
    const { error } = await measure(t, {
      answer: (peer) => peer.sendForever('* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n'.repeat(2000)),
    });

    assert.deepEqual(error, { name: 'BoundExceeded', bound: 'responses of UID' });
  });

  it('sends a line without end', async (t) => {
    const { error } = await measure(t, {
      async answer(peer) {
        peer.send('* OK ');
        await peer.sendForever('x'.repeat(64 * 1024));
      },
    });

    assert.deepEqual(error, { name: 'BoundExceeded', bound: 'lineOctets' });
  });

  it('sends numbers without end', async (t) => {
    const { error } = await measure(t, {
      async answer(peer) {
        peer.send('* SEARCH');
        await peer.sendForever(' 1'.repeat(32 * 1024));
      },
    });

    assert.deepEqual(error, { name: 'BoundExceeded', bound: 'numberLineOctets' });
  });

  it('sends a structure of 100,000 levels', async (t) => {
    const { error, unreadable } = await measure(t, {
      answer(peer) {
        const part = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1)';
        const structure = `${'('.repeat(100_000)}${part}${' "MIXED")'.repeat(100_000)}`;
        peer.send(`* 1 FETCH (UID 1 BODYSTRUCTURE ${structure})\r\nA2 OK done\r\n`);
      },
    });

    assert.deepEqual([error, unreadable], [null, ['depth']]);
  });

  it('lists a million mailboxes', async (t) => {
    const { error, responses } = await measure(t, {
      text: 'LIST "" *',
      isCollecting: true,
      async answer(peer) {
        for (let number = 0; number < 1_000_000; number += 1000) {
          const names = Array.from({ length: 1000 }, (_, index) => `* LIST () "/" box${number + index}\r\n`);
          if (!(await peer.sendAll(names.join('')))) return;
        }
      },
    });

    assert.deepEqual(error, { name: 'BoundExceeded', bound: 'mailboxes' });
    assert.equal(responses, 100_000);
  });
});
