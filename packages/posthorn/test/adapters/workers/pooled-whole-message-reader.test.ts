import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import { createWholeMessageReader } from '../../../src/adapters/workers/pooled-whole-message-reader.ts';
import { startWorker } from '../../../src/adapters/workers/start-worker.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { openWholeMessage } from '../../../src/message/whole-message.ts';
import { code } from '../../support/domain-values.ts';
import { loopDelays, MAX_DELAY_MS } from '../../support/loop-delay.ts';
import { buildMessage } from '../../support/message-samples.ts';
import { startDyingThread, startGreedyThread, startSilentThread } from './failing-threads.ts';

const { signal } = new AbortController();
const PREVIEW = { maxCharacters: 10, sources: ['plain'] } as const;

/** A message that is too large to be read at once. */
function largeMessage(): Buffer {
  return buildMessage({
    text: 'Dear all',
    attachments: [{ content: Buffer.alloc(200_000, 'x'), encoding: 'base64' }],
  });
}

function manyParts(count: number): Buffer {
  return Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(count)}`);
}

describe('A whole message reader', () => {
  const reader = createWholeMessageReader();
  after(() => reader.close());

  for (const [size, message] of [
    [
      'small',
      () =>
        buildMessage({
          text: 'Dear all',
          attachments: [{ content: 'x'.repeat(150_000).slice(0, 200), encoding: 'base64' }],
        }),
    ],
    ['large', largeMessage],
  ] as const) {
    it(`answers exactly what is asked of a ${size} message`, async () => {
      const { structure, ...texts } = await reader.read(
        { octets: message(), request: { structure: true, texts: true, preview: PREVIEW } },
        signal,
      );
      const octets = message();
      const { ranges } = await reader.read(
        { octets: Buffer.from(octets), request: { ranges: true } },
        signal,
      );

      assert.deepEqual(texts, {
        texts: { textPlain: 'Dear all', textHtml: '', truncated: [] },
        preview: 'Dear all',
      });
      assert.deepEqual(
        structure.children.map(({ path, parameters }) => [path, parameters.get('charset')]),
        [
          ['1', 'utf-8'],
          ['2', undefined],
        ],
      );
      const { start = 0, end = 0 } = ranges.get('2') ?? {};
      assert.equal(ranges.size, 1);
      assert.match(Buffer.from(octets.toString('latin1', start, end), 'base64').toString(), /^x{200}/);
    });
  }

  it('decodes texts that a server sent, small and large', async () => {
    const { structure } = await reader.read({ octets: largeMessage(), request: { structure: true } }, signal);
    const plain = structure.children.slice(0, 1);
    const decode = (octets: number) =>
      reader.decodeTexts({ plain, html: [], contents: new Map([['1', Buffer.alloc(octets, 'x')]]) }, signal);

    assert.deepEqual(await decode(5), { textPlain: 'xxxxx', textHtml: '', truncated: [] });
    assert.equal((await decode(200_000)).textPlain.length, 200_000);
  });

  it('takes the octets and does not copy them', async () => {
    const octets = new Uint8Array(largeMessage());
    const answer = reader.read({ octets, request: { preview: PREVIEW } }, signal);

    assert.equal(octets.length, 0);
    assert.deepEqual(await answer, { preview: 'Dear all' });
  });

  it('leaves memory alone that others have a part of', async () => {
    const shared = Buffer.concat([Buffer.from('other'), largeMessage()]);
    await reader.read({ octets: shared.subarray(5), request: { preview: PREVIEW } }, signal);

    assert.equal(shared.toString('latin1', 0, 5), 'other');
  });

  it('reads a message of many parts in a thread, however small', async () => {
    const { texts } = await reader.read({ octets: manyParts(6_000), request: { texts: true } }, signal);

    assert.deepEqual([texts.truncated, texts.textPlain.length], [['parts'], 999 + 998]);
  });

  it('leaves the event loop to others while a message of 200,000 parts is read', async () => {
    const request = { structure: true, texts: true, preview: PREVIEW } as const;
    const message = manyParts(200_000);

    const delays = await loopDelays(() => reader.read({ octets: new Uint8Array(message), request }, signal));

    assert.ok(Math.min(...delays) < MAX_DELAY_MS, `delays of ${delays.join(', ')} ms`);
  });

  it('does nothing for a signal that is aborted', async () => {
    await assert.rejects(
      reader.read(
        { octets: largeMessage(), request: { preview: PREVIEW } },
        AbortSignal.abort(new Error('gone')),
      ),
      /gone/,
    );
  });
});

describe('A whole message reader with threads that fail', () => {
  it('gives up on a message that takes too long, and reads the next one', async (t) => {
    const programs = [startSilentThread, startWorker];
    const reader = createWholeMessageReader(
      createWorkerPool({
        start: () => (programs.shift() ?? startWorker)(),
        deadlineMs: 2_000,
        maxWorkers: 1,
      }),
    );
    t.after(() => reader.close());

    const first = reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal);
    const second = reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal);

    await assert.rejects(first, code('message-too-large'));
    assert.deepEqual(await second, { preview: 'Dear all' });
  });

  for (const [fault, start] of [
    ['ends', startDyingThread],
    ['takes too much memory', startGreedyThread],
  ] as const) {
    it(`loses one answer to a thread that ${fault}`, async (t) => {
      const programs = [start];
      const reader = createWholeMessageReader(
        createWorkerPool({
          start: () => (programs.shift() ?? startWorker)(),
          maxWorkers: 1,
        }),
      );
      t.after(() => reader.close());

      await assert.rejects(
        reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal),
        code('message-too-large'),
      );
      assert.deepEqual(await reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal), {
        preview: 'Dear all',
      });
    });
  }

  it('decodes the beginnings of texts with which a thread has failed', async (t) => {
    const reader = createWholeMessageReader(createWorkerPool({ start: startDyingThread, maxWorkers: 1 }));
    t.after(() => reader.close());
    const [part] = openWholeMessage(largeMessage()).structure.children;
    const contents = new Map([['1', Buffer.alloc(200_000, 'x')]]);

    const { textPlain, truncated } = await reader.decodeTexts(
      { plain: part ? [part] : [], html: [], contents },
      signal,
    );

    assert.deepEqual([textPlain.length, truncated], [32 * 1024, ['textPlain', 'textHtml']]);
  });

  it('refuses messages when too many wait', async () => {
    const reader = createWholeMessageReader(
      createWorkerPool({
        start: startSilentThread,
        maxWorkers: 1,
        maxWaiting: 1,
      }),
    );
    const reads = [1, 2, 3].map(() =>
      reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal),
    );
    const refused = assert.rejects(Promise.any(reads), AggregateError);
    await assert.rejects(Promise.race(reads), code('server-unavailable'));

    await Promise.all([reader.close(), refused]);
  });

  it('waits no longer than its signal', async (t) => {
    const reader = createWholeMessageReader(createWorkerPool({ start: startSilentThread, maxWorkers: 1 }));
    t.after(() => reader.close());
    const abort = new AbortController();
    const reads = [1, 2].map(() =>
      reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, abort.signal),
    );
    abort.abort(new Error('gone'));

    assert.deepEqual(
      (await Promise.allSettled(reads)).map((read) => read.status === 'rejected' && read.reason.message),
      ['gone', 'gone'],
    );
  });

  it('ends what is being read when it is closed', async () => {
    const reader = createWholeMessageReader(createWorkerPool({ start: startSilentThread }));
    const read = reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal);
    await Promise.all([assert.rejects(read, MailError), reader.close()]);

    await assert.rejects(
      reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal),
      code('server-unavailable'),
    );
  });

  it('ends its threads when they have nothing to do', async (t) => {
    const threads: Worker[] = [];
    const start = () => {
      const thread = startWorker();
      threads.push(thread);
      return thread;
    };
    const reader = createWholeMessageReader(createWorkerPool({ start, idleMs: 50 }));
    t.after(() => reader.close());
    await reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal);
    const [first] = threads;
    if (first !== undefined)
      await Promise.all([once(first, 'exit'), new Promise((resolve) => setTimeout(resolve, 100))]);

    await reader.read({ octets: largeMessage(), request: { preview: PREVIEW } }, signal);
    assert.equal(threads.length, 2);
  });
});
