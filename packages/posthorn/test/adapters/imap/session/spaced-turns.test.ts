import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SpacedTurns } from '../../../../src/adapters/imap/session/spaced-turns.ts';

/** No whole milliseconds, which are what Node's timers count in. */
const SPACING_MS = 1.3;

describe('SpacedTurns', () => {
  it('gives one turn at once, and the others in order with at least the spacing between them', async () => {
    const turns = new SpacedTurns(SPACING_MS);
    const startedAt = performance.now();
    const order: number[] = [];
    const take = async (_: unknown, index: number): Promise<number> => {
      await turns.take();
      order.push(index);
      return performance.now() - startedAt;
    };

    const times = await Promise.all(Array.from({ length: 30 }, take));

    assert.deepEqual(
      order,
      times.map((_, index) => index),
    );
    assert.deepEqual(
      times.filter((ms, index) => ms < index * SPACING_MS),
      [],
    );
  });

  it('gives a turn at once when the last one is long ago', async () => {
    let now = 0;
    const turns = new SpacedTurns(3_600_000, () => now);
    await turns.take();
    now = 3_600_000;

    await turns.take();
  });
});
