import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedMap } from '../../src/application/bounded-map.ts';

describe('BoundedMap', () => {
  it('forgets what was written longest ago', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);

    map.set('c', 4);

    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [3, undefined, 4]);
  });

  it('forgets on demand', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1);

    map.delete('a');

    assert.equal(map.get('a'), undefined);
  });
});
