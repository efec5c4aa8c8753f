import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OctetQueue } from '../../src/wire/octet-queue.ts';

function openQueue(onAbandoned: () => void = () => undefined): OctetQueue {
  return new OctetQueue({ maxWaitMs: 1000, onAbandoned });
}

/** Four chunks, of which two are more than half of what fits. */
function openFullQueue(onAbandoned?: () => void): OctetQueue {
  const queue = openQueue(onAbandoned);
  const rooms = [1, 2, 3, 4].map(() => queue.write(Buffer.alloc(80_000)));
  assert.deepEqual(rooms, [true, true, true, false]);
  return queue;
}

describe('OctetQueue', () => {
  it('gives the chunks that were written, one by one and without a copy', async () => {
    const queue = openQueue();
    const chunks = [Buffer.alloc(65_536, 'a'), Buffer.alloc(16_384, 'b')] as const;
    queue.write(chunks[0]);
    queue.write(chunks[1]);
    queue.finish();

    assert.equal(await queue.take(), chunks[0]);
    assert.equal(await queue.take(), chunks[1]);
    assert.equal(await queue.take(), undefined);
  });

  it('copies small chunks, so that the memory that they lie in can be let go', async () => {
    const queue = openQueue();
    const received = Buffer.alloc(65_536, 'a');
    queue.write(received.subarray(0, 10));

    const taken = await queue.take();

    assert.equal(taken?.toString(), 'a'.repeat(10));
    assert.notEqual(taken?.buffer, received.buffer);
  });

  it('makes the writer wait until there is room', async () => {
    const queue = openQueue();
    let drained = 0;

    assert.equal(queue.write(Buffer.alloc(200_000)), true);
    assert.equal(queue.write(Buffer.alloc(100_000)), false);
    queue.onDrain(() => {
      drained += 1;
    });
    assert.equal(drained, 0);
    await queue.take();

    assert.equal(drained, 1);
  });

  it('lets the writer go on when half of what fits is left', async () => {
    const queue = openFullQueue();
    let drained = 0;
    queue.onDrain(() => {
      drained += 1;
    });

    await queue.take();
    await queue.take();
    assert.equal(drained, 0);
    await queue.take();

    assert.equal(drained, 1);
  });

  it('gives a chunk to a reader that waits', async () => {
    const queue = openQueue();
    const taken = queue.take();
    queue.write(Buffer.from('a'));

    assert.equal((await taken)?.toString(), 'a');
  });

  it('ends a reader that waits', async () => {
    const queue = openQueue();
    const taken = queue.take();
    queue.finish();

    assert.equal(await taken, undefined);
  });

  it('fails a reader that waits, lets the writer go, and takes no more', async () => {
    const queue = openQueue();
    let drained = 0;
    queue.write(Buffer.alloc(200_000));
    queue.onDrain(() => {
      drained += 1;
    });

    queue.drop(new Error('over'));

    await assert.rejects(queue.take(), /over/);
    assert.equal(drained, 1);
    assert.equal(queue.write(Buffer.alloc(200_000)), true);
  });

  it('tells when the reader lets the writer wait for too long', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let abandoned = 0;
    const queue = openQueue(() => {
      abandoned += 1;
    });
    queue.write(Buffer.alloc(200_000));
    queue.onDrain(() => undefined);

    context.mock.timers.tick(999);
    assert.equal(abandoned, 0);
    context.mock.timers.tick(1);

    assert.equal(abandoned, 1);
  });

  it('does not doubt a reader that takes what is there', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let abandoned = 0;
    const queue = openQueue(() => {
      abandoned += 1;
    });
    queue.write(Buffer.alloc(200_000));
    queue.onDrain(() => undefined);
    context.mock.timers.tick(999);
    await queue.take();

    context.mock.timers.tick(5000);

    assert.equal(abandoned, 0);
  });

  it('waits anew for a reader that takes a chunk of many', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let abandoned = 0;
    const queue = openFullQueue(() => {
      abandoned += 1;
    });
    queue.onDrain(() => undefined);
    context.mock.timers.tick(999);
    await queue.take();

    context.mock.timers.tick(999);
    assert.equal(abandoned, 0);
    context.mock.timers.tick(1);

    assert.equal(abandoned, 1);
  });
});
