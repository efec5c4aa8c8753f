import { isUserName } from '../adapters/auth/user-name.ts';
import type { MailServerDiscovery } from '../application/discovery/mail-server-discovery.ts';
import type { Configuration } from '../composition/services.ts';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import { parseAddressSpec } from '../domain/values/address-spec.ts';
import { type Check, type Checks, ok, problem, warning } from './check.ts';

/** Entry and user to examine. */
export interface ExaminedEntry {
  readonly entry: MailServerEntry;
  /** Null: servers only. */
  readonly user: string | null;
}

/** Request of `posthorn doctor`. */
export interface ExamineRequest {
  readonly configuration: Configuration;
  /** An entry's id, or an address. */
  readonly subject: string;
  /** Null: the address. */
  readonly user: string | null;
  readonly discovery: MailServerDiscovery;
}

const FILE = 'app/config/imapserver.js';

/** Finds the entry as a sign-in does, and yields its check; null for none. */
export async function* findExaminedEntry(
  request: ExamineRequest,
  signal: AbortSignal,
): Checks<ExaminedEntry | null> {
  const { configuration, subject, discovery } = request;
  const { mailServers, settings } = configuration;
  const named = mailServers.find(({ id }) => id === subject);
  const user = request.user ?? (named === undefined || subject.includes('@') ? subject : null);
  if (user !== null && !isUserName(user)) {
    yield problem('user', {
      finding: 'The user name has control characters or is too long.',
      advice: 'Check how it is typed.',
    });
    return null;
  }
  const matching = user === null ? [] : entriesOf(user, mailServers);
  const entry = named ?? matching[0];
  if (entry === undefined) {
    yield noEntry(subject, mailServers);
    if (user !== null) yield* suggestServers(user, discovery, signal);
    return null;
  }
  if (settings.authProvider !== 'single-imap-user') yield otherProvider(settings.authProvider);
  yield named === undefined ? matchedEntry(subject, matching) : namedEntry(named, { user, matching });
  return { entry, user };
}

function entriesOf(user: string, entries: readonly MailServerEntry[]): readonly MailServerEntry[] {
  return entries.filter(({ patterns }) => patterns.some((pattern) => pattern.matches(user)));
}

function noEntry(subject: string, entries: readonly MailServerEntry[]): Check {
  const ids = entries.map(({ id }) => id).join(', ') || 'none';
  if (subject.includes('@')) {
    return problem('entry', {
      finding: `No expression in ${FILE} matches ${subject}; its entries are ${ids}.`,
      advice: `Add the address to "match" of its entry, or add an entry for its mail server.`,
    });
  }
  return problem('entry', {
    finding: `There is no entry "${subject}" in ${FILE}; its entries are ${ids}.`,
    advice: 'Name one of them.',
  });
}

async function* suggestServers(user: string, discovery: MailServerDiscovery, signal: AbortSignal): Checks {
  if (parseAddressSpec(user) === undefined) return;
  const { incoming, outgoing, reports } = await discovery.discover(user, signal);
  const [inbox] = incoming;
  const [outbox] = outgoing;
  if (inbox === undefined) {
    yield ok('servers', reports.map(({ finding }) => finding).join(' '));
    return;
  }
  const keys = [
    `inbox_address: '${inbox.host}', inbox_port: ${inbox.port}, inbox_ssl: ${inbox.security === 'tls'}`,
    outbox &&
      `outbox_address: '${outbox.host}', outbox_port: ${outbox.port}, outbox_secure: '${outbox.security === 'tls' ? 'ssl' : 'starttls'}'`,
  ];
  yield ok('servers', `${reports.at(-1)?.finding} An entry has ${keys.filter(Boolean).join(', ')}.`);
}

function otherProvider(provider: string): Check {
  return warning('provider', {
    finding: `AUTH_PROVIDER is ${provider}: clients name their mail server, and ${FILE} is not used.`,
    advice: 'Run posthorn configure:api if users shall sign in to these mail servers.',
  });
}

function matchedEntry(address: string, [entry, ...others]: readonly MailServerEntry[]): Check {
  if (entry === undefined) throw new Error('An entry has been found before.');
  const finding = `${address} belongs to "${entry.id}": ${describeServers(entry)}.`;
  if (others.length === 0) return ok('entry', finding);
  const ids = others.map(({ id }) => `"${id}"`).join(', ');
  return warning('entry', {
    finding: `${finding} ${ids} would match too, and the first one counts.`,
    advice: 'Narrow "match", or change the order of the entries, if another one is meant.',
  });
}

function namedEntry(
  entry: MailServerEntry,
  { user, matching }: { user: string | null; matching: readonly MailServerEntry[] },
): Check {
  const finding = `"${entry.id}": ${describeServers(entry)}.`;
  if (user === null || matching[0] === entry) return ok('entry', finding);
  const other = matching[0] === undefined ? 'no entry' : `"${matching[0].id}"`;
  return warning('entry', {
    finding: `${finding} But ${user} would get ${other}.`,
    advice: 'Correct "match" of the entries.',
  });
}

function describeServers({ inbox, outbox }: MailServerEntry): string {
  const receiving = `IMAP ${inbox.host}:${inbox.port}`;
  return outbox === undefined
    ? `${receiving}, and no SMTP`
    : `${receiving}, SMTP ${outbox.host}:${outbox.port}`;
}
