import { LRUCache } from 'lru-cache';
import { unsliced } from '../domain/values/unsliced.ts';

/** Bounds the delay of other nodes' changes. */
const KNOWN_MS = 2_000;

/** Stored rows, cached briefly for successive requests. */
export interface RecentRows<Id extends string, Row extends object> {
  find(id: Id): Promise<Row | null>;
  /** False: the next `find` reads. */
  has(id: Id): boolean;
  /** Call it after a change in this process. */
  forget(id: Id): void;
}

/** Caches at most `max` rows. */
export function createRecentRows<Id extends string, Row extends object>({
  find,
  max,
}: {
  readonly find: (id: Id) => Promise<Row | null>;
  readonly max: number;
}): RecentRows<Id, Row> {
  const known = new LRUCache<Id, Row>({ max, ttl: KNOWN_MS });
  let changes = 0;
  return {
    has: (id) => known.has(id),

    async find(id) {
      const cached = known.get(id);
      if (cached !== undefined) return cached;
      const before = changes;
      const row = await find(id);
      // A row read before a change must not outlive it.
      if (row !== null && before === changes) known.set(unsliced(id), row);
      return row;
    },

    forget(id) {
      changes += 1;
      known.delete(id);
    },
  };
}
