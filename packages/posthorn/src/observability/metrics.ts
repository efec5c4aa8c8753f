import { collectDefaultMetrics, Registry } from 'prom-client';
import { createMetricInstruments, type processInstruments } from './metric-instruments.ts';

/** Sessions during a scrape. */
export interface SessionCounts {
  readonly idle: number;
  readonly inUse: number;
  readonly opening: number;
  /** Requests without a session. */
  readonly waiting: number;
}

/** Plain data. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A request without user data. */
export interface MeasuredRequest {
  readonly method: string;
  /** Route pattern. */
  readonly route: string;
  readonly version: string;
}

/** A request's result. */
export interface RequestResult {
  readonly status: number;
  /** The problem code. */
  readonly problem?: string;
}

/** A node's accounts and lease. */
export interface NodeMeasures {
  readonly ownedAccounts: number;
  /** Null without a lease. */
  readonly leaseAgeSeconds: number | null;
}

/** Measurements by part. */
export interface Metrics {
  readonly contentType: string;
  readonly render: (sessions: SessionCounts) => Promise<string>;
  /** Values to sum over processes. */
  readonly snapshot: (sessions: SessionCounts) => Promise<MetricsSnapshot>;
  readonly beginRequest: (request: MeasuredRequest) => (result: RequestResult) => void;
  readonly beginWork: (work: { readonly kind: string; readonly name: string }) => (outcome: string) => void;
  readonly addTraffic: (traffic: {
    readonly roundTrips: number;
    readonly sentOctets: number;
    readonly receivedOctets: number;
  }) => void;
  readonly addLookup: (cache: string, isHit: boolean) => void;
  readonly addSessionWait: (waitedMs: number) => void;
  readonly addUnreadable: (response: string) => void;
  readonly addReload: (isSuccess: boolean) => void;
  readonly addForward: () => void;
  readonly setNode: (node: NodeMeasures) => void;
  /** Counts a watched account until the returned function is called. */
  readonly beginWatch: (mode: string) => () => void;
  readonly addRestart: (reason: string) => void;
  /** The same for a client. */
  readonly beginStream: () => () => void;
  readonly addEvent: () => void;
  readonly addWrittenEvent: (group: string) => void;
  readonly addAttempt: (outcome: string) => void;
  readonly setQueue: (queue: { readonly pending: number; readonly oldestSeconds: number }) => void;
}

/** Metrics in their own registry. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createMetricInstruments(registry);
  instruments.buildInfo.set({ version }, 1);
  const setSessions = ({ idle, inUse, opening, waiting }: SessionCounts): void => {
    instruments.sessions.set({ state: 'idle' }, idle);
    instruments.sessions.set({ state: 'in_use' }, inUse);
    instruments.sessions.set({ state: 'opening' }, opening);
    instruments.sessionWaiters.set(waiting);
  };
  return {
    contentType: registry.contentType,
    render(sessions) {
      setSessions(sessions);
      return registry.metrics();
    },
    snapshot(sessions) {
      setSessions(sessions);
      return registry.getMetricsAsJSON();
    },
    beginRequest({ method, route, version }) {
      instruments.requestsInFlight.inc();
      const observeDuration = instruments.requestDuration.startTimer({ method, route, version });
      return ({ status, problem }) => {
        instruments.requestsInFlight.dec();
        observeDuration();
        instruments.requests.inc({ method, route, version, status_class: `${Math.floor(status / 100)}xx` });
        if (problem !== undefined) instruments.problems.inc({ code: problem });
      };
    },
    beginWork({ kind, name }) {
      const start = performance.now();
      return (outcome) => {
        const seconds = (performance.now() - start) / 1000;
        if (kind === 'imap-connection') instruments.connections.inc({ outcome });
        if (kind === 'imap-command') {
          instruments.commands.inc({ command: name, outcome });
          instruments.commandDuration.observe({ command: name }, seconds);
        }
        if (kind === 'smtp-submission') {
          instruments.submissions.inc({ outcome });
          instruments.submissionDuration.observe(seconds);
        }
      };
    },
    addTraffic({ roundTrips, sentOctets, receivedOctets }) {
      instruments.roundTrips.inc(roundTrips);
      instruments.sentBytes.inc(sentOctets);
      instruments.receivedBytes.inc(receivedOctets);
    },
    addLookup: (cache, isHit) => instruments.lookups.inc({ cache, outcome: isHit ? 'hit' : 'miss' }),
    addSessionWait: (waitedMs) => instruments.sessionWait.observe(waitedMs / 1000),
    addUnreadable: (response) => instruments.unreadableAnswers.inc({ response }),
    beginWatch: (mode) => counted(instruments.watches.labels(mode)),
    addRestart: (reason) => instruments.watchRestarts.inc({ reason }),
    beginStream: () => counted(instruments.eventStreams),
    addEvent: () => instruments.events.inc(),
    addWrittenEvent: (group) => instruments.writtenEvents.inc({ group }),
    addAttempt: (outcome) => instruments.webhookAttempts.inc({ outcome }),
    setQueue({ pending, oldestSeconds }) {
      instruments.webhookQueue.set({ queue: 'webhooks' }, pending);
      instruments.oldestUndelivered.set(oldestSeconds);
    },
    addForward: () => instruments.forwards.inc(),
    setNode: (node) => setNodeMeasures(instruments, node),
    addReload: (isSuccess) => instruments.reloads.inc({ outcome: isSuccess ? 'applied' : 'refused' }),
  };
}

/** Sets a node's gauges. */
export function setNodeMeasures(
  { ownedAccounts, leaseAge }: Pick<ReturnType<typeof processInstruments>, 'ownedAccounts' | 'leaseAge'>,
  node: NodeMeasures,
): void {
  ownedAccounts.set(node.ownedAccounts);
  leaseAge.set(node.leaseAgeSeconds ?? -1);
}

/** Decrements once. */
function counted(gauge: { inc(): void; dec(): void }): () => void {
  let isCounted = true;
  gauge.inc();
  return () => {
    if (isCounted) gauge.dec();
    isCounted = false;
  };
}
