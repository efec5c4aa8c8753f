import type { KeptState } from '../adapters/database/open-store.ts';
import type { PortMethods } from '../application/ports/state/port-methods.ts';
import { STATE_PORTS, type StatePorts } from '../application/ports/state/state-ports.ts';
import { MailError } from '../domain/errors/mail-error.ts';

/**
 * For people with their own logins, served while the database is away. Without leases, a message's changes
 * take turns within a process. Changes of connected accounts need the database.
 */
const SERVED_WITHOUT_DATABASE = ['leases', 'rateLimits', 'recentOriginals', 'signInOutcomes'] as const;

type AnyMethod = (argument: never) => Promise<unknown>;

/** State in the database; in memory if it is missing or away. */
export function createSteadyState(memory: StatePorts, kept: KeptState | null): StatePorts {
  if (kept === null) return memory;
  const state: Record<string, unknown> = { ...memory, ...kept };
  for (const name of SERVED_WITHOUT_DATABASE) {
    if (kept[name] !== undefined) state[name] = insteadOf(kept[name], memory[name], STATE_PORTS[name]);
  }
  return state as unknown as StatePorts;
}

/** Calls `substitute` while the database does not answer. */
function insteadOf<Port extends object>(port: Port, substitute: Port, methods: PortMethods<Port>): Port {
  const entries = Object.keys(methods).map((name) => {
    const [first, second] = [port, substitute].map((each) => {
      const method = each[name as keyof Port] as AnyMethod;
      return method.bind(each) as AnyMethod;
    }) as [AnyMethod, AnyMethod];
    const call: AnyMethod = (argument) =>
      first(argument).catch((error: unknown) => {
        const isAway = error instanceof MailError && error.code === 'store-unavailable';
        if (isAway && !needsStore(argument)) return second(argument);
        throw error;
      });
    return [name, call];
  });
  return Object.fromEntries(entries) as Port;
}

function needsStore(argument: { readonly needsStore?: boolean } | undefined): boolean {
  return argument?.needsStore === true;
}
