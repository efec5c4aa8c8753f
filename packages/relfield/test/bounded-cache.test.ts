/** The cache that clients can fill. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedCache } from '../src/bounded-cache.ts';

describe('BoundedCache', () => {
  it('gives what was stored', () => {
    const cache = new BoundedCache<string, number>(2);

    assert.equal(cache.set('a', 1), 1);
    assert.equal(cache.get('a'), 1);
    assert.equal(cache.get('b'), undefined);
  });

  it('forgets what was unused for longest', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');

    cache.set('c', 3);

    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.get(key)),
      [1, undefined, 3],
    );
  });

  it('never holds more than its limit', () => {
    const cache = new BoundedCache<number, number>(3);

    Array.from({ length: 100 }, (_, key) => cache.set(key, key));

    assert.equal(cache.size, 3);
  });
});
