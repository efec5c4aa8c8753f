/** Metrics in the format of Prometheus, by prom-client. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createMetricInstruments } from './metric-instruments.ts';

/** The sessions at mail servers at the moment of a scrape. */
export interface SessionCounts {
  readonly idle: number;
  readonly inUse: number;
  readonly opening: number;
  /** Requests that wait for a session. */
  readonly waiting: number;
}

/** All metrics of a process at one moment; plain data. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A request as its metrics describe it, without data of a user. */
export interface MeasuredRequest {
  readonly method: string;
  /** The pattern of the route. */
  readonly route: string;
  readonly version: string;
}

/** How a request ended. */
export interface RequestResult {
  readonly status: number;
  /** The code of the problem that was answered. */
  readonly problem?: string;
}

/** Each member takes the measurements of one part of the program. */
export interface Metrics {
  /** The Content-Type of the page. */
  readonly contentType: string;
  /** The page that Prometheus reads. */
  readonly render: (sessions: SessionCounts) => Promise<string>;
  /** The same as values, for adding them to those of other processes. */
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
  /** An account is watched from now on; the function that is returned ends it. */
  readonly beginWatch: (mode: string) => () => void;
  readonly addRestart: (reason: string) => void;
  /** A client listens from now on; the function that is returned ends it. */
  readonly beginStream: () => () => void;
  readonly addEvent: () => void;
}

/** Metrics in a registry of their own, with those of the process. The version is that of the program. */
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
    addReload: (isSuccess) => instruments.reloads.inc({ outcome: isSuccess ? 'applied' : 'refused' }),
  };
}

/** Adds one to the gauge; the first call of the returned function subtracts it again. */
function counted(gauge: { inc(): void; dec(): void }): () => void {
  let isCounted = true;
  gauge.inc();
  return () => {
    if (isCounted) gauge.dec();
    isCounted = false;
  };
}
