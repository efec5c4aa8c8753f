import type { HostPolicy } from '../application/ports/host-policy.ts';
import type { Configuration } from '../composition/services.ts';
import type { Check, Checks } from '../doctor/check.ts';
import { checkImapLogin } from '../doctor/imap-login-checks.ts';
import type { ProbeTools } from '../doctor/server-checks.ts';
import { checkSmtpLogin } from '../doctor/smtp-checks.ts';
import type { MailAccount } from '../domain/accounts/mail-account.ts';
import { MailError } from '../domain/errors/mail-error.ts';
import { chooseLogin } from './choose-login.ts';
import { serversFound, serversOfEntry, type TrialServers } from './mailbox-servers.ts';
import { type ReachedServers, reachServers } from './reach-servers.ts';
import { toTrialAccount } from './trial-account.ts';
import { TrialFailure } from './trial-failure.ts';
import { isPrivateServer, type TrialNetwork } from './trial-network.ts';
import type { TrialPerson } from './trial-person.ts';

/** A trial's address, configuration and tools. */
export interface TrialRequest {
  readonly address: string;
  /** Entries precede discovery. */
  readonly configuration: Configuration;
  readonly network: TrialNetwork;
  readonly person: TrialPerson;
}

/** A mailbox with an accepted login. */
export interface OpenedMailbox {
  readonly account: MailAccount;
  readonly hostPolicy: HostPolicy;
}

/** Per step. */
const LOGIN_TIMEOUT_MS = 10_000;
const ADVICE =
  'Ask your provider for its IMAP and SMTP servers, write them into app/config/imapserver.js (posthorn copyconfig makes one), and try again.';

/**
 * Signs in. The secret goes to one receiving and one sending server with valid certificates. Throws TrialFailure, or
 * the abort reason.
 */
export async function openMailbox(request: TrialRequest, signal: AbortSignal): Promise<OpenedMailbox> {
  const { configuration, network, person, address } = request;
  const servers = await findServers(request, signal);
  const hostPolicy = await permitServers(servers, request, signal);
  const { extraRoots } = configuration;
  const { dns } = network;
  const reached = await reachServers(servers, { dns, hostPolicy, extraRoots }, signal);
  const { inbox } = reached;
  if (inbox === null) throw new TrialFailure([...reached.problems, ADVICE]);
  person.tell(`${inbox.server.host}:${inbox.server.port} answers, with a certificate for its name.`);
  const secret = await chooseLogin(inbox, { configuration, person }, signal);
  const account = toTrialAccount({ address, servers, inbox, outbox: reached.outbox, secret });
  const tools: ProbeTools = {
    ...{ dns, hostPolicy, extraRoots, origin: account.origin, now: Date.now },
    answerTimeoutMs: LOGIN_TIMEOUT_MS,
  };
  await requireLogin(checkImapLogin(account, tools, signal));
  return { account: await withProvedOutbox(account, { reached, tools, person }, signal), hostPolicy };
}

async function findServers(
  { address, configuration, network, person }: TrialRequest,
  signal: AbortSignal,
): Promise<TrialServers> {
  const matches = ({ patterns }: (typeof configuration.mailServers)[number]) =>
    patterns.some((pattern) => pattern.matches(address));
  const entry = configuration.mailServers.find(matches);
  if (entry !== undefined) {
    person.tell(
      `The entry "${entry.id}" of this installation names ${entry.inbox.host}:${entry.inbox.port}.`,
    );
    return serversOfEntry(entry, address);
  }
  const found = await network.discovery.discover(address, signal).catch((error: unknown) => {
    if (!(error instanceof MailError)) throw error;
    throw new TrialFailure([`${address} is no e-mail address.`], { cause: error });
  });
  const findings = found.reports.map(({ finding }) => finding);
  if (found.incoming.length === 0) {
    throw new TrialFailure([`No mail server was found for ${address}.`, ...findings, ADVICE]);
  }
  person.tell(findings.at(-1) ?? '');
  return serversFound(found);
}

/** Guessed and private servers need the user's consent. */
async function permitServers(
  { inboxes, outboxes, origin, confidence }: TrialServers,
  { network, person }: TrialRequest,
  signal: AbortSignal,
): Promise<HostPolicy> {
  const servers = [...inboxes, ...outboxes].map(({ server }) => server);
  const hosts = [...new Set(servers.map(({ host }) => host))].join(', ');
  if (confidence !== 'certain' && !(await person.confirm({ kind: confidence, hosts }))) {
    throw new TrialFailure([`Nothing was sent to ${hosts}.`]);
  }
  if (origin === 'operator') return network.policyFor([]);
  const isPrivate = await Promise.all(servers.map((server) => isPrivateServer(server, network, signal)));
  const inside = servers.filter((_server, index) => isPrivate[index]);
  const named = [...new Set(inside.map(({ host }) => host))].join(', ');
  if (inside.length > 0 && !(await person.confirm({ kind: 'private', hosts: named }))) {
    throw new TrialFailure([`${named} has a private address, and was not connected to (--allow-private).`]);
  }
  return network.policyFor(inside);
}

/** Only the first check, the login, counts. */
async function requireLogin(checks: Checks): Promise<void> {
  const problem = await loginProblem(checks);
  if (problem === null) return;
  throw new TrialFailure([problem.finding, problem.advice ?? '']);
}

async function loginProblem(checks: Checks): Promise<Check | null> {
  for await (const check of checks) return check.outcome === 'problem' ? check : null;
  return null;
}

/** Reading needs no sending server. */
async function withProvedOutbox(
  account: MailAccount,
  {
    reached,
    tools,
    person,
  }: { readonly reached: ReachedServers; readonly tools: ProbeTools; readonly person: TrialPerson },
  signal: AbortSignal,
): Promise<MailAccount> {
  const problem = account.outbox && (await loginProblem(checkSmtpLogin(account, tools, signal)));
  if (account.outbox !== undefined && problem === null) return account;
  const reasons = problem ? [problem.finding, problem.advice ?? ''] : reached.problems;
  person.tell(['Mail can be read, and not sent.', ...reasons].join(' '));
  const { outbox: _outbox, ...reading } = account;
  return reading;
}
