import type { HostPolicy } from '../application/ports/host-policy.ts';
import type { DnsRecords } from '../application/ports/network/dns-records.ts';
import type { ProbedServer } from '../doctor/probed-server.ts';
import { checkServer, type ProbeTools } from '../doctor/server-checks.ts';
import type { TrialInbox, TrialOutbox, TrialServers } from './mailbox-servers.ts';

/** Name servers, host policy and roots. */
export interface ReachTools {
  readonly dns: DnsRecords;
  readonly hostPolicy: HostPolicy;
  readonly extraRoots: readonly string[];
}

/** The first usable server of each kind, and the others' problems. */
export interface ReachedServers {
  /** Null: none is usable. */
  readonly inbox: TrialInbox | null;
  readonly outbox: TrialOutbox | null;
  /** A sentence per unusable server. */
  readonly problems: readonly string[];
}

/** With discovery (7 s), below 10 s. */
const REACH_MS = 2_500;

/** Tries all servers at once, without a secret. Certificates must be valid for their names. */
export async function reachServers(
  { inboxes, outboxes, origin }: TrialServers,
  tools: ReachTools,
  signal: AbortSignal,
): Promise<ReachedServers> {
  const probe: ProbeTools = { ...tools, origin, now: Date.now, answerTimeoutMs: REACH_MS };
  const problemsOf = ({ probed }: { readonly probed: ProbedServer }) => findProblem(probed, probe, signal);
  const [ofInboxes, ofOutboxes] = await Promise.all([
    Promise.all(inboxes.map(problemsOf)),
    Promise.all(outboxes.map(problemsOf)),
  ]);
  return {
    inbox: inboxes.find((_inbox, index) => ofInboxes[index] === null) ?? null,
    outbox: outboxes.find((_outbox, index) => ofOutboxes[index] === null) ?? null,
    problems: [...ofInboxes, ...ofOutboxes].flatMap((problem) => problem ?? []),
  };
}

async function findProblem(
  server: ProbedServer,
  tools: ProbeTools,
  signal: AbortSignal,
): Promise<string | null> {
  const deadline = AbortSignal.timeout(REACH_MS);
  const checks = checkServer(server, tools, AbortSignal.any([signal, deadline]));
  let finding = `${server.host}, port ${server.port}, does not answer in time.`;
  try {
    for (let step = await checks.next(); ; step = await checks.next()) {
      if (step.done) return step.value === null ? finding : null;
      if (step.value.outcome === 'problem') finding = `${server.host}: ${step.value.finding}`;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    return finding;
  }
}
