import { ANSWER_STORE, type AnswerStore } from './answer-store.ts';
import { LEASES, type Leases } from './leases.ts';
import { MESSAGE_FATES, type MessageFates } from './message-fates.ts';
import type { PortMethods } from './port-methods.ts';
import { RATE_LIMITS, type RateLimits } from './rate-limits.ts';
import { RECENT_ORIGINALS, type RecentOriginals } from './recent-originals.ts';
import { SIGN_IN_OUTCOMES, type SignInOutcomes } from './sign-in-outcomes.ts';
import { SLOTS, type Slots } from './slots.ts';

/** State by service name. Arguments and results are plain data. */
export interface StatePorts {
  readonly answerStore: AnswerStore;
  readonly leases: Leases;
  readonly messageFates: MessageFates;
  readonly rateLimits: RateLimits;
  readonly recentOriginals: RecentOriginals;
  readonly signInOutcomes: SignInOutcomes;
  readonly slots: Slots;
}

export const STATE_PORTS: { readonly [Name in keyof StatePorts]: PortMethods<StatePorts[Name]> } = {
  answerStore: ANSWER_STORE,
  leases: LEASES,
  messageFates: MESSAGE_FATES,
  rateLimits: RATE_LIMITS,
  recentOriginals: RECENT_ORIGINALS,
  signInOutcomes: SIGN_IN_OUTCOMES,
  slots: SLOTS,
};
