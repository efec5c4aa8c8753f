import { randomUUID } from 'node:crypto';
import type { SlotRequest, Slots } from '../../application/ports/state/slots.ts';

interface Taken {
  readonly owner: string;
  /** The pool and its holders. */
  readonly counted: readonly string[];
}

/** Slots in this process. */
export function createMemorySlots(): Slots {
  const taken = new Map<string, Taken>();
  const counts = new Map<string, number>();

  const add = (keys: readonly string[], count: 1 | -1): void => {
    for (const key of keys) {
      const sum = (counts.get(key) ?? 0) + count;
      if (sum > 0) counts.set(key, sum);
      else counts.delete(key);
    }
  };
  const release = (id: string): void => {
    const slot = taken.get(id);
    if (slot !== undefined && taken.delete(id)) add(slot.counted, -1);
  };

  return {
    async take({ pool, total, holders, owner }: SlotRequest) {
      const keyOf = (holder: string): string => JSON.stringify([pool, holder]);
      const free = total - (counts.get(pool) ?? 0);
      const isFull = ({ key, max }: SlotRequest['holders'][number]): boolean =>
        (counts.get(keyOf(key)) ?? 0) >= (max ?? free);
      if (free <= 0 || holders.some(isFull)) return null;
      const id = randomUUID();
      const counted = [pool, ...holders.map(({ key }) => keyOf(key))];
      taken.set(id, { owner, counted });
      add(counted, 1);
      return id;
    },
    release: async (id) => release(id),
    async abandon(owner) {
      for (const [id, slot] of taken) if (slot.owner === owner) release(id);
    },
  };
}
