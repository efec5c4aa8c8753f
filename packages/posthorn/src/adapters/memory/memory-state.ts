import type { StatePorts } from '../../application/ports/state/state-ports.ts';
import { MemoryAnswerStore } from './memory-answer-store.ts';
import { createMemoryLeases } from './memory-leases.ts';
import { createMemoryMessageFates } from './memory-message-fates.ts';
import { createTokenBuckets } from './memory-rate-limits.ts';
import { createMemoryRecentOriginals } from './memory-recent-originals.ts';
import { createMemorySignInOutcomes } from './memory-sign-in-outcomes.ts';
import { createMemorySlots } from './memory-slots.ts';

/** Lost with the process. `now`: epoch milliseconds. */
export function createMemoryState(now: () => number): StatePorts {
  return {
    answerStore: new MemoryAnswerStore({ now }),
    leases: createMemoryLeases({ now }),
    messageFates: createMemoryMessageFates(),
    rateLimits: createTokenBuckets(now),
    recentOriginals: createMemoryRecentOriginals({ now }),
    signInOutcomes: createMemorySignInOutcomes({ now }),
    slots: createMemorySlots(),
  };
}
