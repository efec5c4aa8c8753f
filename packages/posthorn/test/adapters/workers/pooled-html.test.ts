/** HTML that is read in threads. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { sanitizeReceivedHtml } from '../../../src/adapters/html/sanitize-received-html.ts';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import { createHtmlReader } from '../../../src/adapters/workers/pooled-html-reader.ts';
import { createHtmlSanitizer } from '../../../src/adapters/workers/pooled-html-sanitizer.ts';
import { startWorker } from '../../../src/adapters/workers/start-worker.ts';
import { code } from '../../support/domain-values.ts';
import { loopDelays, MAX_DELAY_MS } from '../../support/loop-delay.ts';
import { startDyingThread, startGreedyThread, startSilentThread } from './failing-threads.ts';

const { signal } = new AbortController();
const SMALL = '<p onclick="alert(1)">Dear all</p><img src="https://t.test/a">';
const LARGE = SMALL.repeat(2_000);
/** Takes half a second. */
const COSTLY = '<li>'.repeat(250_000);

describe('HTML in threads', () => {
  const pool = createWorkerPool();
  const sanitizer = createHtmlSanitizer(pool);
  const reader = createHtmlReader(pool);
  after(() => pool.close());

  for (const [size, html] of [
    ['small', SMALL],
    ['large', LARGE],
  ] as const) {
    it(`becomes what it becomes without them, where it is ${size}`, async () => {
      assert.deepEqual(
        await sanitizer.sanitize({ html, images: 'block' }, signal),
        sanitizeReceivedHtml(html, 'block'),
      );
      assert.match(await reader.toText(html, signal), /^Dear all/);
    });
  }

  it('leaves the event loop to others', async () => {
    const delays = await loopDelays(() => sanitizer.sanitize({ html: COSTLY, images: 'block' }, signal));

    assert.ok(Math.min(...delays) < MAX_DELAY_MS, `delays of ${delays.join(', ')} ms`);
  });
});

describe('HTML in threads that fail', () => {
  for (const [fault, start] of [
    ['are too slow', startSilentThread],
    ['end', startDyingThread],
    ['take too much memory', startGreedyThread],
  ] as const) {
    it(`is the beginning of its text where they ${fault}, and others are read`, async (t) => {
      const starts: (() => Worker)[] = [start];
      const pool = createWorkerPool({
        start: () => (starts.shift() ?? startWorker)(),
        maxWorkers: 1,
        deadlineMs: 2_000,
      });
      t.after(() => pool.close());
      const sanitizer = createHtmlSanitizer(pool);

      const { html, isTruncated } = await sanitizer.sanitize({ html: LARGE, images: 'block' }, signal);

      assert.match(html, /^Dear all(<br \/>){2}Dear all/);
      assert.deepEqual([isTruncated, html.length < LARGE.length], [true, true]);
      assert.deepEqual(
        await sanitizer.sanitize({ html: LARGE, images: 'block' }, signal),
        sanitizeReceivedHtml(LARGE, 'block'),
      );
    });
  }

  it('is refused where too much waits', async (t) => {
    const pool = createWorkerPool({ start: startSilentThread, maxWorkers: 1, maxWaiting: 1 });
    const sanitizer = createHtmlSanitizer(pool);
    const reader = createHtmlReader(pool);
    const waiting = [1, 2].map(() => sanitizer.sanitize({ html: LARGE, images: 'block' }, signal));
    t.after(() => Promise.all([pool.close(), Promise.allSettled(waiting)]));

    await assert.rejects(
      sanitizer.sanitize({ html: LARGE, images: 'block' }, signal),
      code('server-unavailable'),
    );
    await assert.rejects(reader.toText(LARGE, signal), code('server-unavailable'));
  });
});
