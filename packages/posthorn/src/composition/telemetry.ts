import type { Logger } from 'pino';
import type { MailTelemetry } from '../application/ports/mail-telemetry.ts';
import type { WebhookTelemetry } from '../application/ports/webhook-telemetry.ts';
import { PROGRAM_VERSION } from '../config/program-version.ts';
import { eventGroupOf, type MailEvent } from '../domain/events/mail-event.ts';
import type { ObservedRequest, RequestObservation } from '../http/server/request-observer.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { createCostCounter } from '../observability/request-costs.ts';
import { createTracing } from '../observability/tracing.ts';

/** Metrics, traces and costs. Only request headers may identify users, servers, mailboxes or messages. */
export interface Telemetry extends MailTelemetry, WebhookTelemetry {
  beginRequest(request: ObservedRequest): RequestObservation;
  addReload(isApplied: boolean): void;
  /** Counts a request answered by another node. */
  addForward(): void;
  /** Counts an event written here. */
  addWrittenEvent(event: Pick<MailEvent, 'kind'>): void;
  /** Undefined without metrics. */
  readonly metrics: Pick<Metrics, 'contentType' | 'render' | 'snapshot' | 'setNode'> | undefined;
}

const nothing = (): void => undefined;

/** Telemetry; metrics if configured. */
export function createTelemetry({
  hasMetrics,
  logger,
}: {
  readonly hasMetrics: boolean;
  readonly logger: Pick<Logger, 'warn'>;
}): Telemetry {
  const tracing = createTracing();
  const counter = createCostCounter();
  const metrics = hasMetrics ? createMetrics(PROGRAM_VERSION) : undefined;
  return {
    beginRequest(request) {
      const trace = tracing.beginRequest(request);
      const costs = counter.begin();
      const endMeasuring = metrics?.beginRequest(request);
      return {
        costs: costs.sums,
        run: (step) => costs.run(() => trace.run(step)),
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
    addTraffic(traffic) {
      counter.add(traffic);
      metrics?.addTraffic(traffic);
    },
    addUnreadable({ isFirst, ...answer }) {
      metrics?.addUnreadable(answer.response);
      if (isFirst) logger.warn(answer, 'The mail server gave an answer that could not be read.');
    },
    addLookup: (cache, isHit) => metrics?.addLookup(cache, isHit),
    addSessionWait: (waitedMs) => metrics?.addSessionWait(waitedMs),
    addForward: () => metrics?.addForward(),
    addReload: (isApplied) => metrics?.addReload(isApplied),
    beginWatch: (mode) => metrics?.beginWatch(mode) ?? nothing,
    addRestart: (reason) => metrics?.addRestart(reason),
    beginStream: () => metrics?.beginStream() ?? nothing,
    addEvent: () => metrics?.addEvent(),
    addWrittenEvent: ({ kind }) => metrics?.addWrittenEvent(eventGroupOf(kind)),
    addAttempt: (outcome) => metrics?.addAttempt(outcome),
    setQueue: (queue) => metrics?.setQueue(queue),
    metrics,
  };
}
