import { STATE_PORTS, type StatePorts } from '../application/ports/state/state-ports.ts';
import { MailError, type MailErrorCode, type MailErrorDetails } from '../domain/errors/mail-error.ts';

/** A method call as data. */
export interface SharedCall {
  readonly port: keyof StatePorts;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Errors do not survive messages: MailErrors as data, faults as text for the worker's log. */
export type CallResult =
  | { readonly value: unknown }
  | { readonly failure: { readonly code: MailErrorCode; readonly details: MailErrorDetails } }
  | { readonly fault: string };

/** Throws a failure or fault. */
export function resultValue(result: CallResult): unknown {
  if ('failure' in result) throw new MailError(result.failure.code, result.failure.details);
  if ('fault' in result) throw new Error(result.fault);
  return result.value;
}

export type SendCall = (call: SharedCall) => Promise<unknown>;

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** Ports calling the primary process. */
export function createSharedState(send: SendCall): StatePorts {
  const methodsOf = (port: keyof StatePorts): Methods =>
    Object.fromEntries(
      Object.keys(STATE_PORTS[port]).map((method) => [method, (...args) => send({ port, method, args })]),
    );
  const ports = (Object.keys(STATE_PORTS) as (keyof StatePorts)[]).map((port) => [port, methodsOf(port)]);
  return Object.fromEntries(ports) as StatePorts;
}

/** The primary process's state. */
export interface StateKeeper {
  answer(worker: number, call: SharedCall): Promise<CallResult>;
  /** Frees an ended worker's leases and abandons its requests. */
  abandon(worker: number): Promise<void>;
}

/** Serves state to workers. */
export function createStateKeeper(state: StatePorts): StateKeeper {
  const ports = state as unknown as Readonly<Record<keyof StatePorts, Methods>>;
  const owners = new Map<number, Set<string>>();

  return {
    async answer(worker, { port, method, args }) {
      const owner = ownerIn(args);
      if (owner !== undefined) owners.set(worker, (owners.get(worker) ?? new Set()).add(owner));
      return toResult(async () => ports[port][method]?.(...args));
    },
    async abandon(worker) {
      const names = [...(owners.get(worker) ?? [])];
      owners.delete(worker);
      await Promise.all(names.flatMap((owner) => Object.values(ports).map((port) => port.abandon?.(owner))));
    },
  };
}

function ownerIn([first]: readonly unknown[]): string | undefined {
  const { owner } = (first ?? {}) as { readonly owner?: unknown };
  return typeof owner === 'string' ? owner : undefined;
}

/** Never rejects: a rejection would end all processes, and its worker would wait for ever. */
async function toResult(run: () => Promise<unknown>): Promise<CallResult> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof MailError) return { failure: { code: error.code, details: error.details } };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
