/** The log on standard output, as its reader gets it from another process. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { scrypt } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger, exitAfterLog } from '../../src/observability/logger.ts';

interface Order {
  readonly lines: number;
  readonly text: string;
  /** Occupies the threads that write, so that writes are under way at the exit. */
  readonly isBusy?: boolean;
}

const MB = 1024 * 1024;

if (process.argv[2] === 'log') await log(JSON.parse(process.argv[3] ?? '') as Order);
else
  describe('The log on standard output', () => {
    it('has all lines, of which many go out with one write, and the last at the exit', async () => {
      const { child, writes } = start({ lines: 1_000, text: 'x'.repeat(100) });
      child.on('message', () => child.send('exit'));

      const lines = await readLines(child);

      assert.deepEqual(
        lines.map(({ number }) => number),
        Array.from({ length: 1_000 }, (_, index) => index),
      );
      assert.ok((await writes) < 120, `${await writes} writes`);
    });

    it('has all lines in order if a write is under way at the exit', async () => {
      const { child } = start({ lines: 200, text: 'x'.repeat(100), isBusy: true });
      child.on('message', () => child.send('exit'));

      const lines = await readLines(child);

      assert.deepEqual(
        lines.map(({ number }) => number),
        Array.from({ length: 200 }, (_, index) => index),
      );
    });

    it('comes without an exit', async () => {
      const { child } = start({ lines: 1, text: 'x' });

      const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data');
      child.send('exit');

      assert.match(String(chunk), /"number":0/);
    });

    it('keeps 16 MB for a reader that has stopped, and drops whole lines beyond', async () => {
      const { child, writes } = start({ lines: 8_000, text: 'word '.repeat(600) });
      await writes;
      child.send('exit');

      const lines = await readLines(child);

      const octets = lines.length * 3_000;
      assert.ok(octets > 10 * MB && octets < 20 * MB, `${lines.length} lines`);
    });
  });

function start(order: Order) {
  const child = fork(import.meta.filename, ['log', JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return { child, writes: once(child, 'message').then(([writes]) => writes as number) };
}

async function readLines({ stdout }: ChildProcess): Promise<readonly { readonly number: number }[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdout ?? []) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as { readonly number: number });
}

/** In the process that logs: reports how many writes there were, and exits when asked to. */
async function log({ lines, text, isBusy = false }: Order): Promise<void> {
  let writes = 0;
  const { write } = fs;
  fs.write = ((...parameters: Parameters<typeof write>) => {
    writes += 1;
    write(...parameters);
  }) as typeof write;
  const logger = createLogger({ level: 'info', environment: 'test' });
  if (isBusy) occupyThreads();
  for (let number = 0; number < lines; number += 1) {
    logger.info({ number, text }, 'a line');
    await nextTurn();
  }
  process.on('message', () => exitAfterLog(logger, 0));
  process.send?.(writes);
}

function occupyThreads(): void {
  for (let thread = 0; thread < 4; thread += 1) {
    scrypt('', '', 64, { N: 2 ** 15, maxmem: 2 ** 28 }, () => undefined);
  }
}
