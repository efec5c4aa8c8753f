import type { Lease, Leases } from '../../application/ports/state/leases.ts';

interface Held {
  readonly owner: string;
  readonly epoch: number;
  readonly endsAt: number;
}

/** `now`: milliseconds. */
export function createMemoryLeases({ now }: { readonly now: () => number }): Leases {
  /** By grant or renewal. */
  const held = new Map<string, Held>();
  let lastEpoch = 0;

  const grant = ({ keys, owner, epoch }: Lease, ttlMs: number): void => {
    for (const key of keys) {
      held.delete(key);
      held.set(key, { owner, epoch, endsAt: now() + ttlMs });
    }
  };
  const forgetEnded = (): void => {
    for (const [key, { endsAt }] of held) {
      if (endsAt > now()) return;
      held.delete(key);
    }
  };
  const isFreeFor = (owner: string, key: string): boolean => {
    const holder = held.get(key);
    return holder === undefined || holder.owner === owner || holder.endsAt <= now();
  };
  const isHeld = (key: string, epoch: number): boolean => {
    const holder = held.get(key);
    return holder?.epoch === epoch && holder.endsAt > now();
  };

  return {
    async acquire({ keys, owner, ttlMs }) {
      forgetEnded();
      if (!keys.every((key) => isFreeFor(owner, key))) return null;
      lastEpoch += 1;
      const lease = { keys, owner, epoch: lastEpoch };
      grant(lease, ttlMs);
      return lease;
    },
    async renew({ ttlMs, ...lease }) {
      if (!lease.keys.every((key) => isHeld(key, lease.epoch))) return false;
      grant(lease, ttlMs);
      return true;
    },
    async release({ keys, epoch }) {
      for (const key of keys) if (held.get(key)?.epoch === epoch) held.delete(key);
    },
    async abandon(owner) {
      for (const [key, holder] of held) if (holder.owner === owner) held.delete(key);
    },
  };
}
