/** The memory that a real thread may take. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import { createWholeMessageReader } from '../../../src/adapters/workers/pooled-whole-message-reader.ts';
import { startWorker } from '../../../src/adapters/workers/start-worker.ts';
import { WorkerFailure } from '../../../src/adapters/workers/worker-failure.ts';
import { buildMessage } from '../../support/message-samples.ts';

const { signal } = new AbortController();
const MEGABYTE = 1024 * 1024;

describe('A thread in which mail is read', () => {
  it('has a heap that is bounded, however much this machine has', async () => {
    const thread = startWorker();
    const { maxOldGenerationSizeMb = 0, maxYoungGenerationSizeMb = 0 } = thread.resourceLimits ?? {};
    await thread.terminate();

    assert.ok(maxOldGenerationSizeMb > 0 && maxOldGenerationSizeMb <= 128, `${maxOldGenerationSizeMb} MB`);
    assert.ok(
      maxYoungGenerationSizeMb > 0 && maxYoungGenerationSizeMb <= 8,
      `${maxYoungGenerationSizeMb} MB`,
    );
  });

  it('ends alone when a job takes more, and the next job is done', async (t) => {
    const pool = createWorkerPool({ maxWorkers: 1, deadlineMs: 60_000 });
    const reader = createWholeMessageReader(pool);
    t.after(() => reader.close());
    // 200 MB of numbers, which arrive in the heap of the thread.
    const input = Array.from({ length: 25_000 }, () => new Array(1_000).fill(0.5));
    const before = process.memoryUsage().heapTotal;
    const greedy = pool.do({ name: 'html-to-text', input: input as never }, [], signal);

    await assert.rejects(greedy, (error) => error instanceof WorkerFailure && error.kind === 'memory');
    const message = buildMessage({
      text: 'Dear all',
      attachments: [{ content: Buffer.alloc(200_000, 'x'), encoding: 'base64' }],
    });
    const request = { preview: { maxCharacters: 10, sources: ['plain'] as const } };
    assert.deepEqual(await reader.read({ octets: message, request }, signal), { preview: 'Dear all' });
    assert.ok(process.memoryUsage().heapTotal - before < 512 * MEGABYTE, 'The process has grown.');
  });
});
