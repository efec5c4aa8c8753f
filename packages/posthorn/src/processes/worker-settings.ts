/** The settings of one worker: its share of the limits of the whole instance. */
import type { Settings } from '../config/settings.ts';

/** Which of how many it is, from 1. */
export interface WorkerPlace {
  readonly worker: number;
  readonly processCount: number;
}

/** The settings with the totals divided so that the shares of all workers add up to them. Limits of one account are not divided. */
export function workerSettings(settings: Settings, { worker, processCount }: WorkerPlace): Settings {
  const shareOf = (whole: number): number =>
    Math.floor(whole / processCount) + (worker <= whole % processCount ? 1 : 0);
  return {
    ...settings,
    sessionsTotal: shareOf(settings.sessionsTotal),
    eventStreams: shareOf(settings.eventStreams),
    messageCacheMegabytes: Math.max(1, shareOf(settings.messageCacheMegabytes)),
  };
}
