import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import { processInstruments } from './metric-instruments.ts';
import { type MetricsSnapshot, type NodeMeasures, setNodeMeasures } from './metrics.ts';

/** Sums snapshots. Counters outlive processes: Prometheus takes smaller sums for restarts. */
export interface ProcessMetrics {
  readonly contentType: string;
  /** Stores a process's latest snapshot. */
  note(process: number, snapshot: MetricsSnapshot): void;
  /** Keeps an ended process's counters, not its gauges. */
  retire(process: number): void;
  setNode(node: NodeMeasures): void;
  render(): Promise<string>;
}

const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);

const EVENT_LOOP = 'nodejs_eventloop_lag';

/** An empty collection. */
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
    setNode: (node) => setNodeMeasures(own, node),
    async render() {
      // A name's first metric defines its aggregation.
      return sum([await own.registry.getMetricsAsJSON(), ...latest.values(), await retired]).metrics();
    },
  };
}

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

/** Means would hide one delayed process. */
function withMaximum(metric: MetricsSnapshot[number]): MetricsSnapshot[number] {
  return metric.name.startsWith(EVENT_LOOP) ? { ...metric, aggregator: 'max' } : metric;
}
