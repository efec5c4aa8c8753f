import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Up to the longest wait for mail servers. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Up to a search in a large mailbox. */
const EXCHANGE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];
/** Includes uploads. */
const SUBMISSION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Registers all metrics. Labels name no user, server, mailbox or id. */
export function createMetricInstruments(registry: Registry) {
  const registers = [registry];
  return {
    ...httpInstruments(registers),
    ...mailInstruments(registers),
    ...sessionInstruments(registers),
    ...changeInstruments(registers),
    ...processInstruments(registers),
  };
}

/** Registers the primary process's metrics. */
export function processInstruments(registers: Registry[]) {
  return {
    ownedAccounts: new Gauge({
      name: 'posthorn_owned_accounts',
      help: 'Connected accounts of this node; those of all nodes are all accounts.',
      registers,
    }),
    leaseAge: new Gauge({
      name: 'posthorn_lease_age_seconds',
      help: 'Time since the lease of this node was extended; -1 while it has none.',
      registers,
    }),
    workerEnds: new Counter({
      name: 'posthorn_worker_ends_total',
      help: 'Worker processes that have ended without being told to, and were started again.',
      registers,
    }),
  };
}

function httpInstruments(registers: Registry[]) {
  return {
    buildInfo: new Gauge({
      name: 'posthorn_build_info',
      help: 'Always 1; its label is the version of Posthorn.',
      labelNames: ['version'],
      aggregator: 'first',
      registers,
    }),
    requests: new Counter({
      name: 'posthorn_http_requests_total',
      help: 'Requests that were answered, or whose client went away.',
      labelNames: ['method', 'route', 'version', 'status_class'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'posthorn_http_request_duration_seconds',
      help: 'Time from the head of a request to the last octet of its answer.',
      labelNames: ['method', 'route', 'version'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: 'posthorn_http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers,
    }),
    forwards: new Counter({
      name: 'posthorn_forwarded_requests_total',
      help: 'Requests that another node has answered.',
      registers,
    }),
    problems: new Counter({
      name: 'posthorn_problems_total',
      help: 'Requests that failed, by the code of the problem (docs/errors.md).',
      labelNames: ['code'],
      registers,
    }),
    reloads: new Counter({
      name: 'posthorn_configuration_reloads_total',
      help: 'Reloads of app/config that were applied, or refused because of problems.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

function mailInstruments(registers: Registry[]) {
  return {
    connections: new Counter({
      name: 'posthorn_imap_connections_total',
      help: 'Connections to IMAP servers with their login, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    commands: new Counter({
      name: 'posthorn_imap_commands_total',
      help: 'IMAP commands, by name and outcome.',
      labelNames: ['command', 'outcome'],
      registers,
    }),
    commandDuration: new Histogram({
      name: 'posthorn_imap_command_duration_seconds',
      help: 'Time from an IMAP command to its tagged response.',
      labelNames: ['command'],
      buckets: EXCHANGE_SECONDS,
      registers,
    }),
    roundTrips: new Counter({
      name: 'posthorn_imap_round_trips_total',
      help: 'Times that a request waited for an IMAP server, without those of connecting.',
      registers,
    }),
    sentBytes: new Counter({
      name: 'posthorn_imap_sent_bytes_total',
      help: 'Octets of IMAP commands.',
      registers,
    }),
    receivedBytes: new Counter({
      name: 'posthorn_imap_received_bytes_total',
      help: 'Octets of IMAP responses.',
      registers,
    }),
    submissions: new Counter({
      name: 'posthorn_smtp_submissions_total',
      help: 'Messages that were handed to a sending server, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    submissionDuration: new Histogram({
      name: 'posthorn_smtp_submission_duration_seconds',
      help: 'Time that handing over a message took.',
      buckets: SUBMISSION_SECONDS,
      registers,
    }),
  };
}

function sessionInstruments(registers: Registry[]) {
  return {
    sessions: new Gauge({
      name: 'posthorn_imap_sessions',
      help: 'IMAP sessions, by state.',
      labelNames: ['state'],
      registers,
    }),
    sessionWaiters: new Gauge({
      name: 'posthorn_imap_session_waiters',
      help: 'Requests that wait for an IMAP session.',
      registers,
    }),
    sessionWait: new Histogram({
      name: 'posthorn_imap_session_wait_seconds',
      help: 'Time until a request had its IMAP session: waiting in line, connecting, signing in.',
      buckets: EXCHANGE_SECONDS,
      registers,
    }),
    unreadableAnswers: new Counter({
      name: 'posthorn_imap_unreadable_responses_total',
      help: 'Responses of IMAP servers that did not fit the grammar or a bound, by the name of the response.',
      labelNames: ['response'],
      registers,
    }),
    lookups: new Counter({
      name: 'posthorn_cache_lookups_total',
      help: 'Lookups in caches, by cache and outcome.',
      labelNames: ['cache', 'outcome'],
      registers,
    }),
  };
}

function changeInstruments(registers: Registry[]) {
  return {
    eventStreams: new Gauge({
      name: 'posthorn_event_streams',
      help: 'Streams of events that clients listen to.',
      registers,
    }),
    events: new Counter({
      name: 'posthorn_events_total',
      help: 'Events that told clients of changes.',
      registers,
    }),
    writtenEvents: new Counter({
      name: 'posthorn_events_written_total',
      help: 'Events of connected accounts that were written to the log.',
      labelNames: ['group'],
      registers,
    }),
    watches: new Gauge({
      name: 'posthorn_watches',
      help: 'Accounts that are watched, by how their servers tell of changes: notify, idle, or sweep for those that are asked.',
      labelNames: ['mode'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'posthorn_webhook_attempts_total',
      help: 'Deliveries that were attempted: accepted (delivered), answered otherwise (refused), or not answered.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookQueue: new Gauge({
      name: 'posthorn_queue_depth',
      help: 'Work that waits in the store, as one process sees it.',
      labelNames: ['queue'],
      aggregator: 'max',
      registers,
    }),
    oldestUndelivered: new Gauge({
      name: 'posthorn_oldest_undelivered_event_seconds',
      help: 'Age of the oldest event that a webhook has not been given yet; 0 for none.',
      aggregator: 'max',
      registers,
    }),
    watchRestarts: new Counter({
      name: 'posthorn_watch_restarts_total',
      help: 'Watches that were begun anew, because their time was up (cycle), they failed, or told nothing of what had happened (blind).',
      labelNames: ['reason'],
      registers,
    }),
  };
}
