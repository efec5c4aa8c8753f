import { randomUUID } from 'node:crypto';
import { STATE_PORTS, type StatePorts } from '../application/ports/state/state-ports.ts';
import type { StateOwner } from '../application/state-key.ts';
import type { Bindings, Services } from './services.ts';

/** Binds state ports to the results of `open`. */
export function stateBindings(open: (services: Services) => StatePorts): Pick<Bindings, keyof StatePorts> {
  let state: StatePorts | undefined;
  const portOf = (name: keyof StatePorts) => (services: Services) => {
    state ??= open(services);
    return state[name];
  };
  const entries = Object.keys(STATE_PORTS).map((name) => [name, portOf(name as keyof StatePorts)]);
  return Object.fromEntries(entries) as Pick<Bindings, keyof StatePorts>;
}

/** A name unique to this process. */
export function createStateOwner(): StateOwner {
  const name = randomUUID();
  return () => name;
}
