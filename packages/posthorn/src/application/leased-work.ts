import { setTimeout as wait } from 'node:timers/promises';
import type { Lease, Leases } from './ports/state/leases.ts';

/** A required lease. */
export interface LeaseNeed {
  readonly leases: Leases;
  readonly keys: readonly string[];
  readonly owner: string;
  readonly needsStore?: boolean;
}

/** A process suspended longer loses its leases. */
const TTL_MS = 60_000;
const RENEWAL_MS = 20_000;
/** Doubled by each pause. */
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;

/**
 * Runs the work under a renewed lease. `hasWaited`: another owner had it before. Throws errors of the work
 * and `Leases`, and the signal's reason.
 */
export async function runLeased<Result>(
  { leases, ...need }: LeaseNeed,
  signal: AbortSignal,
  work: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const { lease, hasWaited } = await acquire({ leases, ...need }, signal);
  const renew = (): void => void leases.renew({ ...lease, ttlMs: TTL_MS }).catch(ignore);
  const renewal = setInterval(renew, RENEWAL_MS).unref();
  try {
    signal.throwIfAborted();
    return await work(hasWaited);
  } finally {
    clearInterval(renewal);
    // Not awaited, to delay no response.
    leases.release(lease).catch(ignore);
  }
}

async function acquire(
  { leases, ...need }: LeaseNeed,
  signal: AbortSignal,
): Promise<{ readonly lease: Lease; readonly hasWaited: boolean }> {
  for (let pauseMs = FIRST_PAUSE_MS, hasWaited = false; ; hasWaited = true) {
    signal.throwIfAborted();
    const lease = await leases.acquire({ ...need, ttlMs: TTL_MS });
    if (lease !== null) return { lease, hasWaited };
    await wait(pauseMs, undefined, { signal }).catch(ignore);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

function ignore(): void {
  // The lease expires; the signal is checked next.
}
