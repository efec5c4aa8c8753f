/** The contracts of the ports of state over each database. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { keptStateOf } from '../../../src/adapters/database/open-store.ts';
import { createMemoryState } from '../../../src/adapters/memory/memory-state.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { stateContract } from '../state/state.contract.ts';
import { describeDatabases, openEach } from './databases.ts';

describeDatabases('State contracts', (newLocation) => {
  const open = openEach(newLocation);
  stateContract('tables', async () => {
    const clock = { now: 1_764_000_000_000 };
    const now = () => clock.now;
    const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);
    const state = { ...createMemoryState(now), ...keptStateOf(await open(), { secretBox, now }) };
    return { state, pass: (ms) => (clock.now += ms) };
  });
});
