import { LRUCache } from 'lru-cache';
import type { Branded } from '../../../domain/values/brand.ts';

/** Begins with its login. */
export type LoginCacheKey = Branded<string, 'LoginCacheKey'>;

/** Joins a login and the name of its entry. */
export function loginCacheKey(accountKey: string, name: string): LoginCacheKey {
  return `${accountKey}\0${name}` as LoginCacheKey;
}

/** Entries within one limit. The end of a login reads its own keys only. */
export class LoginCache<Value extends NonNullable<unknown>> extends LRUCache<LoginCacheKey, Value> {
  readonly #keys: ReadonlyMap<string, ReadonlySet<LoginCacheKey>>;

  /** A replaced value is not disposed of. */
  constructor(limits: LRUCache.Options<LoginCacheKey, Value, unknown>) {
    const all = new Map<string, Set<LoginCacheKey>>();
    super({
      ...limits,
      noDisposeOnSet: true,
      onInsert: (_value, key) => {
        const login = loginOf(key);
        const keys = all.get(login);
        if (keys === undefined) all.set(login, new Set([key]));
        else keys.add(key);
      },
      dispose: (value, key, reason) => {
        const login = loginOf(key);
        const keys = all.get(login);
        keys?.delete(key);
        if (keys?.size === 0) all.delete(login);
        limits.dispose?.(value, key, reason);
      },
    });
    this.#keys = all;
  }

  forget(accountKey: string): void {
    for (const key of [...(this.#keys.get(accountKey) ?? [])]) this.delete(key);
  }
}

function loginOf(key: LoginCacheKey): string {
  return key.slice(0, key.indexOf('\0'));
}
