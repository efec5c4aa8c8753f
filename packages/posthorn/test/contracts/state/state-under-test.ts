/** State whose ports the contracts examine. */
import type { StatePorts } from '../../../src/application/ports/state/state-ports.ts';

/** Empty state, and its clock. */
export interface StateUnderTest {
  readonly state: StatePorts;
  /** Moves the clock of the state on. */
  readonly pass: (ms: number) => void;
}

/** Opens state that remembers nothing. What it holds open is closed after the test file. */
export type OpenState = () => Promise<StateUnderTest>;
