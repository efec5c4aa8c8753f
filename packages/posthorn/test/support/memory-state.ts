/** What services remember, in the memory of a test. */
import { createMemoryState } from '../../src/adapters/memory/memory-state.ts';
import { createMessageHistory } from '../../src/application/changing/message-history.ts';
import { createMessageLocks } from '../../src/application/changing/message-locks.ts';
import { createStateOwner } from '../../src/composition/state-bindings.ts';

/** The ports of state, empty, and the services over them. */
export function createTestState(now: () => number = Date.now) {
  const owned = { ...createMemoryState(now), stateOwner: createStateOwner() };
  return { ...owned, messageHistory: createMessageHistory(owned), messageLocks: createMessageLocks(owned) };
}
