import { createMemoryState } from '../../../src/adapters/memory/memory-state.ts';
import { stateContract } from '../../contracts/state/state.contract.ts';

stateContract('memory', async () => {
  const clock = { now: 1_000_000 };
  return { state: createMemoryState(() => clock.now), pass: (ms) => (clock.now += ms) };
});
