/** The contracts of all ports of state. */
import { answerStoreContract } from './answer-store.contract.ts';
import { leasesContract } from './leases.contract.ts';
import { messageFatesContract } from './message-fates.contract.ts';
import { rateLimitsContract } from './rate-limits.contract.ts';
import { recentOriginalsContract } from './recent-originals.contract.ts';
import { signInOutcomesContract } from './sign-in-outcomes.contract.ts';
import { slotsContract } from './slots.contract.ts';
import type { OpenState } from './state-under-test.ts';

/** Runs the contract of each port of state. */
export function stateContract(name: string, open: OpenState): void {
  answerStoreContract(name, open);
  leasesContract(name, open);
  messageFatesContract(name, open);
  rateLimitsContract(name, open);
  recentOriginalsContract(name, open);
  signInOutcomesContract(name, open);
  slotsContract(name, open);
}
