/** Metrics and traces as one service, which receives all events. */
import type { CacheName } from '../application/ports/cache-meter.ts';
import type { ChangeMeter } from '../application/ports/change-meter.ts';
import type { Traffic } from '../application/ports/traffic-meter.ts';
import type { EndOfWork, MailWork } from '../application/ports/work-observer.ts';
import { PROGRAM_VERSION } from '../config/program-version.ts';
import type { ObservedRequest, RequestObservation } from '../http/server/request-observer.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { createTracing } from '../observability/tracing.ts';

/** No event names a user, a server, a mailbox or a message, except for the headers of requests. */
export interface Telemetry {
  beginRequest(request: ObservedRequest): RequestObservation;
  /** Work at a mail server begins. */
  beginWork(work: MailWork): EndOfWork;
  /** A command to an IMAP server has ended. */
  addTraffic(traffic: Traffic): void;
  addLookup(cache: CacheName, isHit: boolean): void;
  /** A request has its session, or none. */
  addSessionWait(waitedMs: number): void;
  /** An answer of an IMAP server could not be read. */
  addUnreadable(response: string): void;
  /** The configuration was read again. */
  addReload(isApplied: boolean): void;
  /** Watches, and streams of events. */
  readonly changeMeter: ChangeMeter;
  /** The page of the metrics server; undefined while metrics are off. */
  readonly metrics: Pick<Metrics, 'contentType' | 'render' | 'snapshot'> | undefined;
}

const UNMEASURED: ChangeMeter = {
  beginWatch: () => () => undefined,
  addRestart: () => undefined,
  beginStream: () => () => undefined,
  addEvent: () => undefined,
};

/** Traces always, because they cost nothing without an SDK; metrics where they are asked for. */
export function createTelemetry({ hasMetrics }: { readonly hasMetrics: boolean }): Telemetry {
  const tracing = createTracing();
  const metrics = hasMetrics ? createMetrics(PROGRAM_VERSION) : undefined;
  return {
    beginRequest(request) {
      const trace = tracing.beginRequest(request);
      const endMeasuring = metrics?.beginRequest(request);
      return {
        run: (step) => trace.run(step),
        end(result) {
          trace.end(result);
          endMeasuring?.(result);
        },
      };
    },
    beginWork(work) {
      const endTrace = tracing.beginWork(work);
      const endMeasuring = metrics?.beginWork(work);
      return (outcome) => {
        endTrace(outcome);
        endMeasuring?.(outcome);
      };
    },
    addTraffic: (traffic) => metrics?.addTraffic(traffic),
    addLookup: (cache, isHit) => metrics?.addLookup(cache, isHit),
    addSessionWait: (waitedMs) => metrics?.addSessionWait(waitedMs),
    addUnreadable: (response) => metrics?.addUnreadable(response),
    addReload: (isApplied) => metrics?.addReload(isApplied),
    changeMeter: metrics ?? UNMEASURED,
    metrics,
  };
}
