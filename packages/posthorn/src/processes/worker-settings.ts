import type { Settings } from '../config/settings.ts';

/** A number from 1, and the number of workers. */
export interface WorkerPlace {
  readonly worker: number;
  readonly processCount: number;
}

/** A worker's share of totals. Limits per account, and those counted together, stay whole. */
export function workerSettings(settings: Settings, { worker, processCount }: WorkerPlace): Settings {
  const shareOf = (whole: number): number =>
    Math.floor(whole / processCount) + (worker <= whole % processCount ? 1 : 0);
  return {
    ...settings,
    sessionsTotal: shareOf(settings.sessionsTotal),
    messageCacheMegabytes: Math.max(1, shareOf(settings.messageCacheMegabytes)),
  };
}
