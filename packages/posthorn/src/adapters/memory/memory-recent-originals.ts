import { LRUCache } from 'lru-cache';
import {
  MAX_RECENT_ORIGINALS,
  type OpenedOriginal,
  RECENT_ORIGINAL_MS,
  type RecentOriginals,
} from '../../application/ports/state/recent-originals.ts';

/** Kilobytes each. */
const MAX_READERS = 1_000;
const MAX_FILES = 1_000;

interface Entry {
  readonly original: OpenedOriginal;
  readonly openedAt: number;
}

/** Originals of the last 1,000 readers. `now`: milliseconds. */
export function createMemoryRecentOriginals({ now }: { readonly now: () => number }): RecentOriginals {
  const entries = new LRUCache<string, readonly Entry[]>({ max: MAX_READERS });
  const takings = new LRUCache<string, { readonly count: number; readonly takenAt: number }>({
    max: MAX_FILES,
  });
  const recent = (reader: string): readonly Entry[] =>
    (entries.peek(reader) ?? []).filter(({ openedAt }) => now() - openedAt < RECENT_ORIGINAL_MS);

  return {
    async remember({ reader, ...original }) {
      const { mailbox, uid } = original;
      const others = recent(reader).filter(
        ({ original: known }) => known.mailbox !== mailbox || known.uid !== uid,
      );
      entries.set(reader, [{ original, openedAt: now() }, ...others].slice(0, MAX_RECENT_ORIGINALS));
    },
    async countTaking(file) {
      const { count, takenAt } = takings.peek(file) ?? { count: 0, takenAt: 0 };
      const before = now() - takenAt < RECENT_ORIGINAL_MS ? count : 0;
      takings.set(file, { count: before + 1, takenAt: now() });
      return before;
    },
    list: async (reader) => recent(reader).map(({ original }) => original),
  };
}
