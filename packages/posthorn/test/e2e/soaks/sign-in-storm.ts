/** A storm of wrong sign-ins at a running server, and what those notice of it who sign in rightly or are signed in. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dovecot, startDovecot } from '../../support/dovecot.ts';
import { exchange } from '../../support/exchange.ts';
import { fillMailbox } from '../../support/fill-mailbox.ts';
import { buildMessage } from '../../support/message-samples.ts';
import { serveInstallation } from '../installation.ts';
import { type RequestFate, startLoad } from '../steady-load.ts';
import type { StormOrder, StormOutcome } from './storm-clients.ts';

export interface StormOptions {
  readonly wrongLogins: number;
  /** From how many addresses they come. */
  readonly addresses: number;
  /** As how many users. The first two are one who signs in meanwhile, and one who is signed in. */
  readonly users: number;
  /** How many users sign in for the first time meanwhile. */
  readonly newcomers: number;
  /** How long is measured before. */
  readonly quietMs: number;
}

/** Milliseconds, and what was answered. */
export interface StormReport extends StormOutcome {
  readonly stormMs: number;
  /** Those who are signed in, in quiet and in the storm. */
  readonly quietP99: number;
  readonly stormP99: number;
  readonly newLoginMs: readonly number[];
  /** Statuses of those who are signed in, and of the new right logins. */
  readonly rightStatuses: readonly string[];
}

const PASSWORD = 'secret';
const SIGNED_IN = 'ann@example.org';
const MESSAGES = 20;
/** One user who reads. */
const PER_SECOND = 50;
/** What attackers keep under way: more than there are places for sign-ins. */
const CONNECTIONS = 200;
const NEWCOMER_PAUSE_MS = 200;
/** As Dovecot does where nobody sets it. */
const FAILURE_DELAY = 'auth_failure_delay = 2 secs';

/** Measures in quiet, then during the storm. */
export async function raiseStorm(options: StormOptions): Promise<StormReport> {
  const { wrongLogins, addresses, users, newcomers, quietMs } = options;
  const names = Array.from({ length: newcomers }, (_, index) => `new${index}@example.org`);
  const dovecot = await startMail(names);
  const server = await serveInstallation({ imapPort: dovecot.port });
  const attackers = await startAttackers();
  const url = `${server.address}/rest-api-email/v1/MailAccounts/example/MailFolders/INBOX/MessageItems?page[limit]=${MESSAGES}`;
  const attacked = [...names.slice(0, 1), SIGNED_IN, ...guessedNames(users)].slice(0, users);
  try {
    await measure(url, quietMs / 2);
    const quiet = await measure(url, quietMs);
    const startedAt = performance.now();
    const load = startLoad({ url, headers: { authorization: loginOf(SIGNED_IN) }, perSecond: PER_SECOND });
    const entering = signInOneByOne(url, names);
    const order = { url, wrongLogins, addresses, users: attacked, connections: CONNECTIONS };
    const outcome = await attackers.attack(order);
    const stormMs = performance.now() - startedAt;
    const stormy = await load.end();
    const entered = await entering;
    return {
      ...outcome,
      ...{ stormMs, quietP99: percentile99(quiet), stormP99: percentile99(stormy) },
      newLoginMs: entered.map(({ tookMs }) => tookMs),
      rightStatuses: [
        ...new Set([...[...quiet, ...stormy].map(statusOf), ...entered.map(({ status }) => `${status}`)]),
      ],
    };
  } finally {
    attackers.stop();
    await server.stop('SIGKILL');
    await dovecot.stop();
  }
}

async function startMail(newcomers: readonly string[]): Promise<Dovecot> {
  const users = [SIGNED_IN, ...newcomers].map((name) => ({ name, password: PASSWORD }));
  const dovecot = await startDovecot({ users, settings: FAILURE_DELAY });
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    raw: buildMessage({ subject: `Mail ${index}` }),
  }));
  await fillMailbox({ server: dovecot, user: dovecot.user(SIGNED_IN), mailbox: 'INBOX', messages });
  return dovecot;
}

async function measure(url: string, ms: number): Promise<readonly RequestFate[]> {
  const load = startLoad({ url, headers: { authorization: loginOf(SIGNED_IN) }, perSecond: PER_SECOND });
  await wait(ms);
  return load.end();
}

/** Each from an address of its own. */
async function signInOneByOne(url: string, names: readonly string[]) {
  const entering = [];
  for (const [index, name] of names.entries()) {
    await wait(NEWCOMER_PAUSE_MS);
    const agent = new Agent({ localAddress: `127.0.4.${1 + index}` });
    entering.push(exchange({ url, headers: { authorization: loginOf(name) } }, agent));
  }
  return Promise.all(entering);
}

/** Attackers who wait for their order. */
export interface Attackers {
  /** Runs them to their end. Once. */
  attack(order: StormOrder): Promise<StormOutcome>;
  stop(): void;
}

/** Call it before anything is measured: the start of a process takes a processor for half a second. */
export async function startAttackers(): Promise<Attackers> {
  const child = fork(join(import.meta.dirname, 'storm-clients.ts'));
  await once(child, 'message');
  return {
    async attack(order) {
      child.send(order);
      const [outcome] = (await once(child, 'message')) as [StormOutcome];
      return outcome;
    },
    stop: () => child.kill(),
  };
}

/** Users whom the mail server does not know. */
function guessedNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `user${index}@example.org`);
}

function loginOf(name: string): string {
  return `Basic ${btoa(`${name}:${PASSWORD}`)}`;
}

function statusOf(fate: RequestFate): string {
  return fate.kind === 'answered' ? `${fate.status}` : fate.kind;
}

function percentile99(fates: readonly RequestFate[]): number {
  const times = fates.map((fate) => (fate.kind === 'answered' ? fate.tookMs : Number.POSITIVE_INFINITY));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
