/** The whole examination of an entry or an address. */
import type { DnsRecords } from '../adapters/network/dns-records.ts';
import { createHostPolicy } from '../adapters/network/host-policy.ts';
import type { MailAccount } from '../domain/mail-account.ts';
import type { MailServerEntry } from '../domain/mail-server-entry.ts';
import type { Secret } from '../domain/secret.ts';
import type { Checks } from './check.ts';
import { checkDomain } from './domain-checks.ts';
import { checkEarlyCapabilities, checkLoginWays } from './imap-features.ts';
import { checkImapLogin } from './imap-login-checks.ts';
import { type Admission, admit, type Patient } from './patient.ts';
import { probedInbox, probedOutbox } from './probed-server.ts';
import { checkServer, type ProbeTools } from './server-checks.ts';
import { checkExtensions, checkSmtpLogin } from './smtp-checks.ts';

export interface Examination extends Admission {
  /** Null: logins are not tried. */
  readonly password: Secret | null;
  readonly dns: DnsRecords;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A person waits: a server that needs longer is a problem by itself. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Checks in the order in which a sign-in needs things; what makes no sense after a problem is left out. No secret is in
 * any check. Ends early, with the reason of the signal, when it is aborted.
 */
export async function* examine(examination: Examination, signal: AbortSignal): Checks {
  const { configuration, dns, now } = examination;
  const patient = yield* admit(examination);
  const domain = domainOf(patient?.user ?? examination.subject);
  if (patient === null) return;
  if (domain !== null) yield* checkDomain(domain, { entry: patient.entry, dns });
  const { mailHostsAllow: allowList, isCleartextAllowed } = configuration.settings;
  const hostPolicy = createHostPolicy({
    allowList,
    isCleartextAllowed,
    resolve: (name) => dns.addresses(name),
  });
  const tools: ProbeTools = {
    ...{ dns, hostPolicy, now },
    extraRoots: configuration.extraRoots,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  };
  const account = toAccount(patient, examination.password);
  yield* examineInbox({ entry: patient.entry, account, tools }, signal);
  yield* examineOutbox({ entry: patient.entry, account, tools }, signal);
}

interface Ward {
  readonly entry: MailServerEntry;
  /** Null: logins are not tried. */
  readonly account: MailAccount | null;
  readonly tools: ProbeTools;
}

async function* examineInbox({ entry, account, tools }: Ward, signal: AbortSignal): Checks {
  const features = yield* checkServer(probedInbox(entry.inbox), tools, signal);
  if (features === null) return;
  const capabilities = new Set(features.keys());
  const ways = checkLoginWays(capabilities);
  yield ways;
  if (account !== null && ways.outcome !== 'problem') yield* checkImapLogin(account, tools, signal);
  // Servers say more after a login, so what they say before it counts only when there is none.
  else yield* checkEarlyCapabilities(capabilities);
}

async function* examineOutbox({ entry, account, tools }: Ward, signal: AbortSignal): Checks {
  if (entry.outbox === undefined) return;
  const features = yield* checkServer(probedOutbox(entry.outbox), tools, signal);
  if (features === null) return;
  const checks = checkExtensions(features);
  yield* checks;
  const isUsable = checks.every(({ outcome }) => outcome !== 'problem');
  if (account !== null && isUsable) yield* checkSmtpLogin(account, tools, signal);
}

function domainOf(user: string): string | null {
  const at = user.lastIndexOf('@');
  return at === -1 || at === user.length - 1 ? null : user.slice(at + 1);
}

/** The account as it is for a sign-in of this user. */
function toAccount({ entry, user }: Patient, password: Secret | null): MailAccount | null {
  if (user === null || password === null) return null;
  const address = { address: user, name: user };
  return {
    ...{ id: entry.id, name: user, from: address, replyTo: address, user, password },
    inbox: entry.inbox,
    ...(entry.outbox && { outbox: { ...entry.outbox, user, password } }),
    roots: entry.roots,
    origin: 'operator',
  };
}
