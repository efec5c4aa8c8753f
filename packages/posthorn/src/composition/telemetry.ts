/** Joins those who watch the program, metrics and traces, into one observer for each part of it. */
import type { CacheMeter } from '../application/ports/cache-meter.ts';
import type { TrafficMeter } from '../application/ports/traffic-meter.ts';
import type { WaitMeter } from '../application/ports/wait-meter.ts';
import type { WorkObserver } from '../application/ports/work-observer.ts';
import type { RequestObserver } from '../http/request-observer.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { createTracing } from '../observability/tracing.ts';

export interface Telemetry {
  readonly requests: RequestObserver;
  readonly work: WorkObserver;
  readonly traffic: TrafficMeter;
  readonly caches: CacheMeter;
  readonly sessionWaits: WaitMeter;
  /** Counts a reload of the configuration. */
  readonly addReload: (isSuccess: boolean) => void;
  /** Undefined while nobody reads metrics. */
  readonly metrics: Metrics | undefined;
}

/** Traces always, for they cost nothing without an SDK; metrics where they are asked for. */
export function createTelemetry({ hasMetrics }: { readonly hasMetrics: boolean }): Telemetry {
  const tracing = createTracing();
  const metrics = hasMetrics ? createMetrics() : undefined;
  return {
    requests: {
      begin(request) {
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
    },
    work: {
      begin(work) {
        const endTrace = tracing.beginWork(work);
        const endMeasuring = metrics?.beginWork(work);
        return (outcome) => {
          endTrace(outcome);
          endMeasuring?.(outcome);
        };
      },
    },
    traffic: { add: (_signal, traffic) => metrics?.addTraffic(traffic) },
    caches: { add: (cache, isHit) => metrics?.addLookup(cache, isHit) },
    sessionWaits: { add: (waitedMs) => metrics?.addSessionWait(waitedMs) },
    addReload: (isSuccess) => metrics?.addReload(isSuccess),
    metrics,
  };
}

/** A meter that tells both. */
export function bothMeters(first: TrafficMeter, second: TrafficMeter): TrafficMeter {
  return {
    add(signal, traffic) {
      first.add(signal, traffic);
      second.add(signal, traffic);
    },
  };
}
