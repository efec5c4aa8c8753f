import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { MailError } from '../../domain/errors/mail-error.ts';
import { isHealthRequest } from './health.ts';

/** In octets. */
export interface MemoryUse {
  readonly usedOctets: number;
  readonly limitOctets: number;
}

export type MemoryGauge = () => readonly MemoryUse[];

/** The rest is for running requests. */
const MAX_USED_SHARE = 0.9;
const CHECK_INTERVAL_MS = 200;
const RETRY_AFTER_SECONDS = 5;

/** This process's heap and, in a limited container, its memory share. */
export function readProcessMemory(processCount = 1): readonly MemoryUse[] {
  const heap = getHeapStatistics();
  const container = process.constrainedMemory();
  const isBounded = container > 0 && container < totalmem();
  return [
    { usedOctets: heap.used_heap_size, limitOctets: heap.heap_size_limit },
    ...(isBounded ? [{ usedOctets: process.memoryUsage.rss(), limitOctets: container / processCount }] : []),
  ];
}

/** A check for nine tenths of any memory in use, at most every 200 ms. */
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

/**
 * While memory is short, refuses requests except health probes with `too-many-connections`: an exhausted
 * process would lose all.
 */
export function addMemoryGuard(app: FastifyInstance, isMemoryShort: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (!isMemoryShort() || isHealthRequest(request)) return;
    const detail = 'This service has no memory for more requests now.';
    throw new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
}
