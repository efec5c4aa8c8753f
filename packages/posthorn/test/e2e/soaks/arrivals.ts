/** Many users who sign in through one address at a running server, in quiet and beside a storm of wrong sign-ins. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startDovecot } from '../../support/dovecot.ts';
import { serveInstallation } from '../installation.ts';
import type { Arrival, ArrivalOrder } from './arrival-clients.ts';
import { startAttackers } from './sign-in-storm.ts';

export interface ArrivalOptions {
  readonly users: number;
  readonly withinMs: number;
  /** Wrong sign-ins from other addresses at the same time; 0 for none. */
  readonly wrongLogins: number;
  /** True: APP_TRUSTED_CLIENTS names the address. */
  readonly isTrusted: boolean;
}

export interface ArrivalReport {
  /** How many answers there were, by status or by the words for its absence. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const PASSWORD = 'secret';
const ADDRESS = '127.0.5.1';
const STORM = { addresses: 200, connections: 200 };
/** As Dovecot does where nobody sets it. */
const FAILURE_DELAY = 'auth_failure_delay = 2 secs';

/** Lets the users arrive at a server that has just started. */
export async function letArrive({
  users,
  withinMs,
  wrongLogins,
  isTrusted,
}: ArrivalOptions): Promise<ArrivalReport> {
  const names = Array.from({ length: users }, (_, index) => `user${index}@example.org`);
  const dovecot = await startDovecot({
    users: names.map((name) => ({ name, password: PASSWORD })),
    settings: FAILURE_DELAY,
  });
  const settings = isTrusted ? { APP_TRUSTED_CLIENTS: ADDRESS } : {};
  const server = await serveInstallation({ imapPort: dovecot.port, settings });
  const attackers = await startAttackers();
  const url = `${server.address}/rest-api-email/v1/MailAccounts/example`;
  try {
    const guessed = names.map((name) => `not-${name}`);
    const storm = wrongLogins === 0 ? null : attackers.attack({ url, wrongLogins, users: guessed, ...STORM });
    const logins = names.map((name) => `Basic ${btoa(`${name}:${PASSWORD}`)}`);
    const arrivals = await arrive({ url, address: ADDRESS, logins, withinMs });
    await storm;
    return reportOf(arrivals);
  } finally {
    attackers.stop();
    await server.stop('SIGKILL');
    await dovecot.stop();
  }
}

async function arrive(order: ArrivalOrder): Promise<readonly Arrival[]> {
  const child = fork(join(import.meta.dirname, 'arrival-clients.ts'), [JSON.stringify(order)]);
  const [arrivals] = (await once(child, 'message')) as [readonly Arrival[]];
  return arrivals;
}

function reportOf(arrivals: readonly Arrival[]): ArrivalReport {
  const statuses: Record<string, number> = {};
  for (const { kind } of arrivals) statuses[kind] = (statuses[kind] ?? 0) + 1;
  const times = arrivals.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { statuses, medianMs: at(0.5), p99Ms: at(0.99) };
}
