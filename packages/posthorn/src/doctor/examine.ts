import { createHostPolicy } from '../adapters/network/host-policy.ts';
import type { MailServerDiscovery } from '../application/discovery/mail-server-discovery.ts';
import type { DnsRecords } from '../application/ports/network/dns-records.ts';
import type { MailAccount } from '../domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import { bearerLogin, type Login, passwordLogin } from '../domain/logins/login.ts';
import { type Check, type Checks, problem } from './check.ts';
import { checkDomain } from './domain-checks.ts';
import { type ExaminedEntry, type ExamineRequest, findExaminedEntry } from './examined-entry.ts';
import { checkEarlyCapabilities, checkLoginWays } from './imap-features.ts';
import { checkImapLogin } from './imap-login-checks.ts';
import { probedInbox, probedOutbox } from './probed-server.ts';
import { checkServer, type ProbeTools } from './server-checks.ts';
import { checkExtensions, checkSmtpLogin } from './smtp-checks.ts';

export type SignInSecret = Pick<Login, 'kind' | 'secret'>;

/** An examination's request and tools. */
export interface Examination extends ExamineRequest {
  /** Null: no login. */
  readonly secret: SignInSecret | null;
  readonly dns: DnsRecords;
  /** Without the installation's entries. */
  readonly discovery: MailServerDiscovery;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Yields checks in sign-in order; problems skip dependent ones. None has a secret. Throws the abort reason.
 */
export async function* examine(examination: Examination, signal: AbortSignal): Checks {
  const { configuration, dns, now, discovery } = examination;
  const examined = yield* findExaminedEntry(examination, signal);
  const domain = domainOf(examined?.user ?? examination.subject);
  if (examined === null) return;
  if (domain !== null) yield* checkDomain(domain, { entry: examined.entry, dns, discovery }, signal);
  const { mailHostsAllow: allowList, mailHostsOnly: onlyList, isCleartextAllowed } = configuration.settings;
  const hostPolicy = createHostPolicy({
    allowList,
    onlyList,
    isCleartextAllowed,
    resolve: (name) => dns.addresses(name),
  });
  const tools: ProbeTools = {
    ...{ dns, hostPolicy, now, origin: 'operator' },
    extraRoots: configuration.extraRoots,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    isClientTold: configuration.settings.isClientTold,
  };
  if (examination.secret !== null) yield* checkMethods(examined.entry, examination.secret.kind);
  const account = toAccount(examined, examination.secret);
  yield* examineInbox({ entry: examined.entry, account, tools }, signal);
  yield* examineOutbox({ entry: examined.entry, account, tools }, signal);
}

interface ServerCheckRequest {
  readonly entry: MailServerEntry;
  readonly account: MailAccount | null;
  readonly tools: ProbeTools;
}

async function* examineInbox({ entry, account, tools }: ServerCheckRequest, signal: AbortSignal): Checks {
  const features = yield* checkServer(probedInbox(entry.inbox), tools, signal);
  if (features === null) return;
  const capabilities = new Set(features.keys());
  const ways = checkLoginWays(capabilities, account?.login.kind ?? null);
  yield ways;
  if (account !== null && ways.outcome !== 'problem') yield* checkImapLogin(account, tools, signal);
  // Servers announce more after login.
  else yield* checkEarlyCapabilities(capabilities);
}

async function* examineOutbox({ entry, account, tools }: ServerCheckRequest, signal: AbortSignal): Checks {
  if (entry.outbox === undefined) return;
  const features = yield* checkServer(probedOutbox(entry.outbox), tools, signal);
  if (features === null) return;
  const checks = checkExtensions(features, account?.login.kind ?? null);
  yield* checks;
  const isUsable = checks.every(({ outcome }) => outcome !== 'problem');
  if (account !== null && isUsable) yield* checkSmtpLogin(account, tools, signal);
}

/** The API refuses methods missing from the entry. */
function* checkMethods(
  { id, auth = ['password'] }: MailServerEntry,
  kind: Login['kind'],
): Generator<Check, void> {
  if (auth.includes(kind)) return;
  const noun = kind === 'bearer' ? 'tokens' : 'passwords';
  const advice = `Add '${kind}' to "auth" of the entry.`;
  yield problem('sign-in', {
    finding: `The entry "${id}" takes no ${noun}, so users cannot sign in with them.`,
    advice,
  });
}

function domainOf(user: string): string | null {
  const at = user.lastIndexOf('@');
  return at === -1 || at === user.length - 1 ? null : user.slice(at + 1);
}

function toAccount({ entry, user }: ExaminedEntry, secret: SignInSecret | null): MailAccount | null {
  if (user === null || secret === null) return null;
  const address = { address: user, name: user };
  const text = secret.secret.reveal();
  const login = secret.kind === 'bearer' ? bearerLogin(user, text) : passwordLogin(user, text);
  return {
    ...{ id: entry.id, name: user, from: address, replyTo: address, login },
    inbox: entry.inbox,
    ...(entry.outbox && { outbox: { ...entry.outbox, login } }),
    roots: entry.roots,
    origin: 'operator',
  };
}
