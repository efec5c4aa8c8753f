import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LRUCache } from 'lru-cache';
import { LoginCache, loginCacheKey } from '../../../../src/adapters/imap/list/login-cache.ts';

describe('LoginCache', () => {
  it('holds what a cache without logins holds, less the forgotten', () => {
    const login = fc.constantFrom('a', 'ab', 'b');
    const change = fc.record({ login, name: fc.constantFrom('1', '2', '3', '4'), isEnd: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const cache = new LoginCache<{ readonly at: number }>({ max: 5 });
        const model = new LRUCache<string, { readonly at: number }>({ max: 5 });
        for (const [at, { login: of, name, isEnd }] of changes.entries()) {
          if (isEnd) {
            cache.forget(of);
            for (const key of [...model.keys()]) if (key.startsWith(loginCacheKey(of, ''))) model.delete(key);
          } else {
            cache.set(loginCacheKey(of, name), { at });
            model.set(loginCacheKey(of, name), { at });
          }
        }
        assert.deepEqual([...cache.entries()], [...model.entries()]);
      }),
    );
  });

  it('forgets a login without reading the keys of others, of which there are many thousands', (t) => {
    const cache = new LoginCache<{ readonly at: number }>({ max: 5 });
    cache.set(loginCacheKey('a', '1'), { at: 1 });
    cache.set(loginCacheKey('b', '1'), { at: 2 });
    const reads = (['keys', 'entries', 'forEach', 'dump'] as const).map((name) => t.mock.method(cache, name));

    cache.forget('a');

    assert.deepEqual([cache.size, ...reads.map(({ mock }) => mock.callCount())], [1, 0, 0, 0, 0]);
  });

  it('disposes of forgotten and evicted values once, and not of replaced ones', () => {
    const disposed: number[] = [];
    const cache = new LoginCache<{ readonly at: number }>({ max: 2, dispose: ({ at }) => disposed.push(at) });
    cache.set(loginCacheKey('a', '1'), { at: 1 });
    cache.set(loginCacheKey('a', '1'), { at: 2 });
    cache.set(loginCacheKey('b', '1'), { at: 3 });
    cache.set(loginCacheKey('b', '2'), { at: 4 });

    cache.forget('b');
    cache.forget('b');

    assert.deepEqual(disposed, [2, 3, 4]);
  });
});
