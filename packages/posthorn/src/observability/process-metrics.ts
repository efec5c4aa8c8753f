/** The metrics of several processes, and of those that were there before them, as one page. */
import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import { processInstruments } from './metric-instruments.ts';
import type { MetricsSnapshot } from './metrics.ts';

/** Adds up snapshots. Counters go on when a process ends: Prometheus would take a smaller sum for a new beginning. */
export interface ProcessMetrics {
  readonly contentType: string;
  /** Remembers the latest snapshot of the process. */
  note(process: number, snapshot: MetricsSnapshot): void;
  /** The process has ended by itself: what it has counted stays, what it had does not. */
  retire(process: number): void;
  /** The page of all processes. */
  render(): Promise<string>;
}

/** Types of metrics whose values only grow. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);

const EVENT_LOOP = 'nodejs_eventloop_lag';

/** Creates an empty collection. */
export function createProcessMetrics(): ProcessMetrics {
  const own = createOwnMetrics();
  const latest = new Map<number, MetricsSnapshot>();
  let retired: Promise<MetricsSnapshot> = Promise.resolve([]);
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    note: (process, snapshot) => void latest.set(process, snapshot),
    retire(process) {
      own.workerEnds.inc();
      const growing = (latest.get(process) ?? []).filter(({ type }) => GROWING.has(String(type)));
      latest.delete(process);
      retired = retired.then((earlier) => sum([earlier, growing]).getMetricsAsJSON());
    },
    async render() {
      // The first one of a name says how values are put together.
      return sum([await own.registry.getMetricsAsJSON(), ...latest.values(), await retired]).metrics();
    },
  };
}

/** The metrics of the primary process, whose start is that of the service. */
function createOwnMetrics() {
  const registry = new Registry();
  const startTime = new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process since unix epoch in seconds.',
    aggregator: 'min',
    registers: [registry],
  });
  startTime.set(Math.round(Date.now() / 1000 - process.uptime()));
  return { registry, ...processInstruments([registry]) };
}

function sum(snapshots: readonly MetricsSnapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => snapshot.map(withMaximum)));
}

/** The mean of a process that is late and one that idles says that neither is. */
function withMaximum(metric: MetricsSnapshot[number]): MetricsSnapshot[number] {
  return metric.name.startsWith(EVENT_LOOP) ? { ...metric, aggregator: 'max' } : metric;
}
