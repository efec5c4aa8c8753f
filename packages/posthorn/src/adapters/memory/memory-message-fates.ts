import { LRUCache } from 'lru-cache';
import type { MessageFates, RecordedFate } from '../../application/ports/state/message-fates.ts';

/** Hundreds of octets each. */
const MAX_FATES = 10_000;

/** The newest 10,000 fates. */
export function createMemoryMessageFates(): MessageFates {
  const fates = new LRUCache<string, RecordedFate>({ max: MAX_FATES });
  return {
    find: async (key) => fates.peek(key) ?? null,
    async record({ key, uidValidity, fate }) {
      fates.set(key, { uidValidity, fate });
    },
  };
}
