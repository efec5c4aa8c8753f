import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OctetQueue } from '../../src/wire/octet-queue.ts';

function openQueue(onAbandoned: () => void = () => undefined): OctetQueue {
  return new OctetQueue({ maxWaitMs: 1000, onAbandoned });
}

describe('OctetQueue', () => {
  it('keeps octets that the writer overwrites afterwards', async () => {
    const queue = openQueue();
    const octets = Buffer.from('abc');
    queue.write(octets);
    octets.fill('x');
    queue.finish();

    assert.equal((await queue.take())?.toString(), 'abc');
    assert.equal(await queue.take(), undefined);
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

  it('gives all that waits at once, in order', async () => {
    const queue = openQueue();
    queue.write(Buffer.from('ab'));
    queue.write(Buffer.from('c'));

    assert.equal((await queue.take())?.toString(), 'abc');
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
});
