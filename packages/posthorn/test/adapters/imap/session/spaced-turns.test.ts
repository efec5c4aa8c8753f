import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SpacedTurns } from '../../../../src/adapters/imap/session/spaced-turns.ts';

const SPACING_MS = 20;

describe('SpacedTurns', () => {
  it('gives one turn at once, and the others in order with the spacing between them', async () => {
    const turns = new SpacedTurns(SPACING_MS);
    const startedAt = performance.now();
    const order: string[] = [];
    const take = async (name: string): Promise<number> => {
      await turns.take();
      order.push(name);
      return performance.now() - startedAt;
    };

    const [, second = 0, third = 0] = await Promise.all(['first', 'second', 'third'].map(take));

    assert.deepEqual(order, ['first', 'second', 'third']);
    // A timer may be a millisecond early.
    assert.ok(second >= SPACING_MS - 1 && third >= 2 * SPACING_MS - 1, `${second} and ${third} ms`);
  });

  it('gives a turn at once when the last one is long ago', async () => {
    let now = 0;
    const turns = new SpacedTurns(3_600_000, () => now);
    await turns.take();
    now = 3_600_000;

    await turns.take();
  });
});
