import { DEFAULT_SIGN_IN_LIMITS, type SignInLimits } from '../adapters/imap/session/sign-in-limiter.ts';
import { type ConnectionPoolLimits, DEFAULT_POOL_LIMITS } from '../adapters/smtp/connection-pool.ts';
import { MAX_KEPT_OCTETS } from '../adapters/spool/file-spool.ts';
import { DEFAULT_QUEUE_LIMITS, type SignInQueueLimits } from '../application/accounts/sign-in-queue.ts';
import { DEFAULT_EDGE_LIMITS, type EdgeLimits } from '../http/server/edge-limits.ts';
import { type MemoryUse, readProcessMemory } from '../http/server/memory-guard.ts';

/** A process's limits. Those per login stay whole: a login has one process. */
export interface ProcessShare {
  readonly signIns: SignInLimits;
  readonly signInQueue: SignInQueueLimits;
  readonly smtpPool: ConnectionPoolLimits;
  readonly spoolOctets: number;
  readonly edge: EdgeLimits;
  readonly memoryGauge: () => readonly MemoryUse[];
}

/** An equal share, rounded up. */
export function processShare(processCount: number): ProcessShare {
  const shareOf = (whole: number): number => Math.ceil(whole / processCount);
  return {
    signIns: {
      ...DEFAULT_SIGN_IN_LIMITS,
      maxPlaces: shareOf(DEFAULT_SIGN_IN_LIMITS.maxPlaces),
      maxPerServer: shareOf(DEFAULT_SIGN_IN_LIMITS.maxPerServer),
      maxWaiting: shareOf(DEFAULT_SIGN_IN_LIMITS.maxWaiting),
    },
    signInQueue: {
      ...DEFAULT_QUEUE_LIMITS,
      maxPlaces: shareOf(DEFAULT_QUEUE_LIMITS.maxPlaces),
      maxPerServer: shareOf(DEFAULT_QUEUE_LIMITS.maxPerServer),
      maxWaiting: shareOf(DEFAULT_QUEUE_LIMITS.maxWaiting),
      paceMs: DEFAULT_QUEUE_LIMITS.paceMs * processCount,
    },
    smtpPool: {
      ...DEFAULT_POOL_LIMITS,
      maxTotal: shareOf(DEFAULT_POOL_LIMITS.maxTotal),
      maxWaiting: shareOf(DEFAULT_POOL_LIMITS.maxWaiting),
    },
    spoolOctets: shareOf(MAX_KEPT_OCTETS),
    edge: {
      ...DEFAULT_EDGE_LIMITS,
      maxConnections: shareOf(DEFAULT_EDGE_LIMITS.maxConnections),
      maxConnectionsPerClient: shareOf(DEFAULT_EDGE_LIMITS.maxConnectionsPerClient),
      maxUnreadOctets: shareOf(DEFAULT_EDGE_LIMITS.maxUnreadOctets),
    },
    memoryGauge: () => readProcessMemory(processCount),
  };
}
