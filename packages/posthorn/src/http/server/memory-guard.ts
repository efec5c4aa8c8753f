/** Refuses requests before memory ends: one that is refused can be repeated, a process that is killed takes all others with it. */
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { MailError } from '../../domain/mail-error.ts';
import { isHealthRequest } from './health.ts';

/** What of a kind of memory is in use, in octets. */
export interface MemoryUse {
  readonly usedOctets: number;
  readonly limitOctets: number;
}

/** Tells each kind of memory that can end. */
export type MemoryGauge = () => readonly MemoryUse[];

/** Requests under way need the rest. */
const MAX_USED_SHARE = 0.9;
/** Asking costs some microseconds. */
const CHECK_INTERVAL_MS = 200;
const RETRY_AFTER_SECONDS = 5;

/** The heap of this process, and all of its memory where the system bounds it, as containers do, for so many processes together. */
export function readProcessMemory(processCount = 1): readonly MemoryUse[] {
  const heap = getHeapStatistics();
  const container = process.constrainedMemory();
  const isBounded = container > 0 && container < totalmem();
  return [
    { usedOctets: heap.used_heap_size, limitOctets: heap.heap_size_limit },
    ...(isBounded ? [{ usedOctets: process.memoryUsage.rss(), limitOctets: container / processCount }] : []),
  ];
}

/** Tells whether nine tenths of some memory are in use; measured again after 200 ms at the earliest. */
export function createShortageCheck(gauge: MemoryGauge): () => boolean {
  let isShort = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - checkedAt >= CHECK_INTERVAL_MS) {
      checkedAt = now;
      isShort = gauge().some(({ usedOctets, limitOctets }) => usedOctets > MAX_USED_SHARE * limitOctets);
    }
    return isShort;
  };
}

/** New requests become `too-many-connections` while memory is short. Questions for the health of the process are answered. */
export function addMemoryGuard(app: FastifyInstance, isMemoryShort: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (!isMemoryShort() || isHealthRequest(request)) return;
    const detail = 'This service has no memory for more requests now.';
    throw new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
}
