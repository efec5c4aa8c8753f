import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInterval } from '../../../src/domain/values/interval.ts';

const NOW = 1_764_000_000_000;
const HOUR_MS = 60 * 60_000;

describe('An interval', () => {
  it('is due at first, after its time, and when it is ended', () => {
    const clock = { now: NOW };
    const interval = createInterval(10, () => clock.now);
    const takeAt = (now: number) => {
      clock.now = now;
      return interval.take();
    };

    assert.deepEqual([NOW, NOW, NOW + 9, NOW + 10, NOW + 19, NOW + 20].map(takeAt), [
      ...[true, false, false, true, false, true],
    ]);
    interval.end();
    assert.equal(takeAt(NOW + 21), true);
  });

  it('begins again when the clock is set back or ahead', () => {
    const clock = { now: NOW };
    const interval = createInterval(10, () => clock.now);
    const takeAt = (now: number) => {
      clock.now = now;
      return interval.take();
    };

    assert.deepEqual([NOW, NOW - HOUR_MS, NOW - HOUR_MS + 9, NOW - HOUR_MS + 10, NOW].map(takeAt), [
      ...[true, true, false, true, true],
    ]);
  });
});
