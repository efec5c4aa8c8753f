/** The ports by which mail servers are measured, each in front of the telemetry. */
import type { CacheMeter } from '../application/ports/cache-meter.ts';
import type { TrafficMeter } from '../application/ports/traffic-meter.ts';
import type { UnreadableAnswers } from '../application/ports/unreadable-answers.ts';
import type { WaitMeter } from '../application/ports/wait-meter.ts';
import type { WorkObserver } from '../application/ports/work-observer.ts';
import type { Services } from './services.ts';

type Measured = Pick<Services, 'requestTraffic' | 'telemetry'>;

/** Reports to the telemetry and to the sums of the request. */
export function trafficMeterOf({ requestTraffic, telemetry }: Measured): TrafficMeter {
  return {
    add(signal, traffic) {
      requestTraffic.add(signal, traffic);
      telemetry.addTraffic(traffic);
    },
  };
}

/** An observer that passes work at mail servers to the telemetry. */
export function workObserverOf({ telemetry }: Pick<Measured, 'telemetry'>): WorkObserver {
  return { begin: (work) => telemetry.beginWork(work) };
}

/** A meter that passes cache lookups to the telemetry. */
export function cacheMeterOf({ telemetry }: Pick<Measured, 'telemetry'>): CacheMeter {
  return { add: (cache, isHit) => telemetry.addLookup(cache, isHit) };
}

/** Counts them, and logs the first of each connection. */
export function unreadableAnswersOf({
  telemetry,
  logger,
}: Pick<Services, 'telemetry' | 'logger'>): UnreadableAnswers {
  return {
    add({ isFirst, ...answer }) {
      telemetry.addUnreadable(answer.response);
      if (isFirst) logger.warn(answer, 'The mail server gave an answer that could not be read.');
    },
  };
}

/** A meter that passes waiting times for sessions to the telemetry. */
export function waitMeterOf({ telemetry }: Pick<Measured, 'telemetry'>): WaitMeter {
  return { add: (waitedMs) => telemetry.addSessionWait(waitedMs) };
}
