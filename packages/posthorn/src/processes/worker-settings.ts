import type { Settings } from '../config/settings.ts';

/** Number of the worker, from 1, and of all workers. */
export interface WorkerPlace {
  readonly worker: number;
  readonly processCount: number;
}

/**
 * Divides the totals among the workers. Limits per account, and those that all workers count together, stay
 * whole.
 */
export function workerSettings(settings: Settings, { worker, processCount }: WorkerPlace): Settings {
  const shareOf = (whole: number): number =>
    Math.floor(whole / processCount) + (worker <= whole % processCount ? 1 : 0);
  return {
    ...settings,
    sessionsTotal: shareOf(settings.sessionsTotal),
    messageCacheMegabytes: Math.max(1, shareOf(settings.messageCacheMegabytes)),
  };
}
