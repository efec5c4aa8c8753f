/** What the spool keeps, where, and for how long. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createFileSpool } from '../../../src/adapters/spool/file-spool.ts';
import type { ContentSpool, KeptContent } from '../../../src/application/ports/content-spool.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { AccountKey } from '../../../src/domain/limits/limit-keys.ts';
import { chunkedSource, madeSource } from '../../support/chunked-source.ts';
import { code } from '../../support/domain-values.ts';
import { liveBufferOctets } from '../../support/live-memory.ts';
import { octetsOf } from '../../support/octets-of.ts';

const SIGNAL = new AbortController().signal;
const MEMORY_OCTETS = 262_144;
const LIMITS = { maxOctets: 200_000_000, owner: 'ann' as AccountKey };
const NEEDS_PROC = existsSync('/proc/self/fd') ? false : 'open files are counted in /proc';

let directory: string;
let spool: ContentSpool;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'posthorn-spool-test-'));
});
after(() => rm(directory, { recursive: true }));
beforeEach(() => {
  spool = createFileSpool({ directory });
});

function octetsOfLength(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251));
}

function keep(octets: Uint8Array, signal = SIGNAL): Promise<KeptContent> {
  return spool.keep({ stream: chunkedSource(octets, 50_000).read(), ...LIMITS }, signal);
}

/** The open files of the process that lie in the directory of the tests. */
async function openFiles(): Promise<readonly string[]> {
  const numbers = await readdir('/proc/self/fd');
  const files = await Promise.all(
    numbers.map(async (number) => {
      const path = `/proc/self/fd/${number}`;
      return (await readlink(path).catch(() => '')).startsWith(directory) ? [path] : [];
    }),
  );
  return files.flat();
}

/** A stream that gives so many octets and then fails. */
function failingStream(octets: number): { readonly stream: Readable; readonly error: Error } {
  const error = new Error('The connection was lost.');
  async function* chunks() {
    yield Buffer.alloc(octets);
    throw error;
  }
  return { stream: Readable.from(chunks()), error };
}

/** A stream that gives so many octets and then nothing any more. */
function stuckStream(octets: number): Readable {
  const stream = new Readable({ read() {} });
  stream.push(Buffer.alloc(octets));
  return stream;
}

describe('keeping content', () => {
  for (const length of [0, 1, MEMORY_OCTETS, MEMORY_OCTETS + 1, 3 * MEMORY_OCTETS, 1_000_003]) {
    it(`gives back ${length} octets as they came`, async () => {
      const octets = octetsOfLength(length);
      const kept = await keep(octets);

      assert.equal(kept.length, length);
      assert.deepEqual(await octetsOf(kept), octets);
      await kept.release();
    });
  }

  it('gives back content that came octet by octet', async () => {
    const octets = octetsOfLength(20_000);
    const kept = await spool.keep({ stream: chunkedSource(octets, 1).read(), ...LIMITS }, SIGNAL);

    assert.deepEqual(await octetsOf(kept), octets);
    await kept.release();
  });

  it('lets several read at once', async () => {
    const octets = octetsOfLength(500_000);
    const kept = await keep(octets);

    const [first, second, third] = await Promise.all([octetsOf(kept), octetsOf(kept), octetsOf(kept)]);

    assert.deepEqual([first, second, third], [octets, octets, octets]);
    await kept.release();
  });

  it('does not hold on to the chunks that it was given', async () => {
    const chunk = Buffer.from('abc');
    const kept = await spool.keep({ stream: Readable.from([chunk]), ...LIMITS }, SIGNAL);
    chunk.fill('x');

    assert.equal(String(await octetsOf(kept)), 'abc');
    await kept.release();
  });

  it('holds little of a content of 100 MB in memory', async () => {
    const before = liveBufferOctets();
    const kept = await spool.keep({ stream: madeSource(100_000_000).read(), ...LIMITS }, SIGNAL);

    assert.ok(liveBufferOctets() - before < 5_000_000);
    await kept.release();
  });
});

describe('the files of the spool', { skip: NEEDS_PROC }, () => {
  it('are not made for 256 KB and less', async () => {
    const kept = await keep(octetsOfLength(MEMORY_OCTETS));

    assert.deepEqual(await openFiles(), []);
    await kept.release();
  });

  it('are made for more, one for each content, and closed by the release', async () => {
    const kept = [await keep(octetsOfLength(MEMORY_OCTETS + 1)), await keep(octetsOfLength(500_000))];

    assert.equal((await openFiles()).length, 2);
    await Promise.all(kept.map((content) => content.release()));
    assert.deepEqual(await openFiles(), []);
  });

  it('have no name, so that nothing is left when the process dies', async () => {
    const kept = await keep(octetsOfLength(500_000));

    assert.deepEqual(await readdir(directory), []);
    await kept.release();
  });

  it('can be read by their owner only', async () => {
    const kept = await keep(octetsOfLength(500_000));
    const modes = await Promise.all((await openFiles()).map(async (path) => (await stat(path)).mode & 0o777));

    assert.deepEqual(modes, [0o600]);
    await kept.release();
  });
});

describe('releasing content', () => {
  it('may be done twice', async () => {
    const kept = await keep(octetsOfLength(500_000));

    await Promise.all([kept.release(), kept.release()]);
    await kept.release();
  });

  for (const length of [100, 500_000]) {
    it(`lets nobody take a part of ${length} octets for the whole`, async () => {
      const kept = await keep(octetsOfLength(length));
      await kept.release();

      await assert.rejects(octetsOf(kept), /was released/);
    });
  }

  it('ends a reading that is under way with an error', async () => {
    const kept = await keep(octetsOfLength(500_000));
    const reading = kept.read()[Symbol.asyncIterator]();
    await reading.next();
    await kept.release();

    await assert.rejects(reading.next(), /was released/);
  });
});

describe('content that cannot be kept', { skip: NEEDS_PROC }, () => {
  it('is refused as soon as it is known to be too large', async () => {
    let givenOctets = 0;
    async function* endless() {
      for (;;) {
        givenOctets += 100_000;
        yield Buffer.alloc(100_000);
      }
    }

    await assert.rejects(
      spool.keep({ stream: endless(), maxOctets: 450_000, owner: 'ann' as AccountKey }, SIGNAL),
      code('message-too-large'),
    );
    assert.equal(givenOctets, 500_000);
    assert.deepEqual(await openFiles(), []);
  });

  it('may have exactly the octets that are allowed', async () => {
    const kept = await spool.keep(
      { stream: chunkedSource(Buffer.alloc(10), 3).read(), maxOctets: 10, owner: 'ann' as AccountKey },
      SIGNAL,
    );

    assert.equal(kept.length, 10);
    await kept.release();
  });

  it('closes its stream', async () => {
    const stream = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);

    await assert.rejects(
      spool.keep({ stream, maxOctets: 5, owner: 'ann' as AccountKey }, SIGNAL),
      code('message-too-large'),
    );
    await new Promise(setImmediate);
    assert.equal(stream.destroyed, true);
  });

  for (const octets of [100, 500_000]) {
    it(`leaves nothing when its stream fails after ${octets} octets`, async () => {
      const { stream, error } = failingStream(octets);

      await assert.rejects(spool.keep({ stream, ...LIMITS }, SIGNAL), error);
      assert.deepEqual(await openFiles(), []);
    });

    it(`leaves nothing when it is given up after ${octets} octets, and its stream is stuck`, async () => {
      const controller = new AbortController();
      const reason = new Error('The client has gone.');
      const stream = stuckStream(octets);
      const keeping = spool.keep({ stream, ...LIMITS }, controller.signal);
      setImmediate(() => controller.abort(reason));

      await assert.rejects(keeping, reason);
      assert.deepEqual([await openFiles(), stream.destroyed], [[], true]);
    });
  }

  it('is not begun when it was given up before', async () => {
    const stream = stuckStream(1);
    const reason = new Error('The client has gone.');

    await assert.rejects(spool.keep({ stream, ...LIMITS }, AbortSignal.abort(reason)), reason);
    assert.equal(stream.destroyed, true);
  });

  it('is unavailable where the directory cannot be written to, without a word of the path', async () => {
    spool = createFileSpool({ directory: join(directory, 'missing') });

    await assert.rejects(keep(octetsOfLength(500_000)), (error) => {
      assert.ok(error instanceof MailError && error.code === 'server-unavailable');
      assert.doesNotMatch(error.details.detail, /\/|missing/);
      return true;
    });
  });

  it('is unavailable when the disk is full, and leaves no file', async (test) => {
    const probe = await open('/proc/self/status');
    const fileHandle = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { errno: -28 });
    test.mock.method(fileHandle, 'write', () => Promise.reject(full));

    await assert.rejects(keep(octetsOfLength(500_000)), code('server-unavailable'));
    assert.deepEqual(await openFiles(), []);
  });

  it('is written on where the disk took only a part', async (test) => {
    const probe = await open('/proc/self/status');
    const fileHandle = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    const { write } = fileHandle;
    test.mock.method(
      fileHandle,
      'write',
      function (this: typeof probe, octets: Uint8Array, start: number, length: number, position: number) {
        return Reflect.apply(write, this, [octets, start, Math.min(length, 30_000), position]);
      },
    );
    const octets = octetsOfLength(500_000);
    const kept = await keep(octets);

    assert.deepEqual(await octetsOf(kept), octets);
    await kept.release();
  });
});

describe('a full spool', () => {
  beforeEach(() => {
    spool = createFileSpool({ directory, maxKeptOctets: 1_000_000 });
  });

  it('takes no more before something is released', async () => {
    const large = await keep(octetsOfLength(900_000));
    const small = await keep(octetsOfLength(100_000));

    await assert.rejects(keep(octetsOfLength(1)), code('too-many-connections'));
    await large.release();
    await assert.rejects(keep(octetsOfLength(900_001)), code('too-many-connections'));
    await (await keep(octetsOfLength(900_000))).release();
    await small.release();
  });

  it('gets its room back from what could not be kept', async () => {
    await assert.rejects(keep(octetsOfLength(1_000_001)), code('too-many-connections'));
    await assert.rejects(spool.keep({ stream: failingStream(900_000).stream, ...LIMITS }, SIGNAL));

    await (await keep(octetsOfLength(1_000_000))).release();
  });

  it('counts a release once', async () => {
    const kept = await keep(octetsOfLength(600_000));
    await Promise.all([kept.release(), kept.release()]);

    await assert.rejects(keep(octetsOfLength(1_000_001)), code('too-many-connections'));
  });
});

describe('the share of an owner', () => {
  beforeEach(() => {
    spool = createFileSpool({ directory, maxKeptOctets: 1_000_000, maxOwnedOctets: 300_000 });
  });
  const keepOf = (name: string, octets: number) => {
    const owner = name as AccountKey;
    return spool.keep({ stream: Readable.from([Buffer.alloc(octets)]), maxOctets: octets, owner }, SIGNAL);
  };

  it('is full for this owner alone', async () => {
    const kept = await keepOf('ann', 300_000);

    await assert.rejects(keepOf('ann', 1), code('rate-limited'));
    await (await keepOf('bob', 300_000)).release();
    await kept.release();
  });

  it('comes back with each release, and from what could not be kept', async () => {
    await assert.rejects(keepOf('ann', 300_001), code('rate-limited'));
    const failing = { stream: failingStream(200_000).stream, maxOctets: 300_000, owner: 'ann' as AccountKey };
    await assert.rejects(spool.keep(failing, SIGNAL));
    await (await keepOf('ann', 300_000)).release();

    await (await keepOf('ann', 300_000)).release();
  });
});

describe('many small contents', { skip: NEEDS_PROC }, () => {
  it('go to files when together they fill the memory that the spool may use', async () => {
    const kept: KeptContent[] = [];
    for (let count = 0; count < 256; count++) kept.push(await keep(Buffer.alloc(MEMORY_OCTETS)));
    const last = await keep(Buffer.alloc(MEMORY_OCTETS, 7));

    assert.equal((await openFiles()).length, 1);
    assert.deepEqual(await octetsOf(last), Buffer.alloc(MEMORY_OCTETS, 7));
    await Promise.all([...kept, last].map((content) => content.release()));
    assert.deepEqual(await openFiles(), []);
  });
});
