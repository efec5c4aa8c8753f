import type { AccountTools } from '../composition/account-tools.ts';
import type { InboxServer, OutboxSecurity } from '../domain/accounts/mail-account.ts';
import type { FoundServers } from '../domain/accounts/mail-server-discovery.ts';
import type { StoredOutbox } from '../domain/accounts/stored-account.ts';
import { toInboxServer, toOutboxServer } from '../domain/accounts/usual-ports.ts';
import { CommandError, EXIT_CODES, usageError } from './command-error.ts';
import { printable } from './printable.ts';
import { isTerminal } from './questions/open-questions.ts';
import { createTerminalQuestions } from './questions/terminal-questions.ts';

/** Flags for an account's servers. */
export interface ServerFlags {
  readonly discover?: boolean;
  /** `--no-inbox`. */
  readonly inbox: boolean;
  readonly inboxAddress?: string;
  readonly inboxPort?: string;
  readonly inboxSsl?: boolean;
  readonly outboxAddress?: string;
  readonly outboxPort?: string;
  readonly outboxSecure?: OutboxSecurity;
  readonly passwordStdin?: boolean;
  /** Absent: the login is a password. */
  readonly provider?: string;
  readonly refreshTokenStdin?: boolean;
}

/** An account's servers and user name there. */
export interface AccountServers {
  readonly inbox: InboxServer | null;
  readonly outbox: StoredOutbox | null;
  readonly user: string;
}

interface ServerRequest {
  readonly address: string;
  readonly flags: ServerFlags;
  readonly tools: Pick<AccountTools, 'discover'>;
}

const MAX_PORT = 65_535;

/** The named servers, else those found by address. Rejects with CommandError. */
export async function chooseServers(request: ServerRequest): Promise<AccountServers> {
  const { address, flags } = request;
  const outbox = outboxOf(flags);
  if (!flags.inbox) {
    if (outbox !== null) return { inbox: null, outbox, user: address };
    throw usageError('An account without an inbox has a sending server: name it by --outbox-address.');
  }
  const { inboxAddress: host } = flags;
  if (host !== undefined) {
    const port = readPort('--inbox-port', flags.inboxPort);
    return { inbox: toInboxServer({ host, port, isTls: flags.inboxSsl }), outbox, user: address };
  }
  if (flags.inboxPort !== undefined || flags.inboxSsl !== undefined) {
    throw usageError('--inbox-port and --inbox-ssl belong to --inbox-address.');
  }
  const found = await findServers(request);
  return { ...found, outbox: outbox ?? found.outbox };
}

async function findServers({ address, flags, tools }: ServerRequest): Promise<AccountServers> {
  const isPiped = flags.passwordStdin === true || flags.refreshTokenStdin === true;
  const canAsk = flags.discover !== true && !isPiped && isTerminal();
  if (flags.discover !== true && !canAsk) {
    throw usageError('Name the servers by --inbox-address and --outbox-address, or find them by --discover.');
  }
  const found = await tools.discover(address, new AbortController().signal);
  const [incoming] = found.incoming;
  const [outgoing] = found.outgoing;
  if (incoming === undefined) throw notFound(address, found);
  const hosts = [incoming, ...(outgoing ? [outgoing] : [])].map(({ host, port }) => `${host}:${port}`);
  await requireConsent(found, { hosts: hosts.join(' and '), canAsk });
  if (flags.provider === undefined && !incoming.mechanisms.includes('password')) {
    throw failure(
      `${incoming.host} takes no passwords. Connect the account on a page (docs/connect-page.md).`,
    );
  }
  const isTls = incoming.security === 'tls';
  const security = outgoing?.security === 'starttls' ? 'starttls' : 'ssl';
  return {
    inbox: toInboxServer({ ...incoming, isTls }),
    outbox: outgoing === undefined ? null : toOutboxServer({ ...outgoing, security }),
    user: incoming.user,
  };
}

/** A password goes only to servers that the address names or the person saw. */
async function requireConsent(
  { confidence }: FoundServers,
  { hosts, canAsk }: { readonly hosts: string; readonly canAsk: boolean },
): Promise<void> {
  const certainty = confidence === 'guess' ? 'Nobody has named these servers, which answer' : 'Found';
  const message = printable(`${certainty}: ${hosts}. Use them`);
  if (canAsk) {
    const isYesDefault = confidence !== 'guess';
    const questions = createTerminalQuestions();
    if (await questions.confirm({ message, flag: '--discover', isYesDefault })) return;
    throw usageError('Nothing was stored. Name the servers by --inbox-address and --outbox-address.');
  }
  if (confidence !== 'guess') return;
  throw failure(printable(`${hosts} answer, and nobody has named them. Name them by --inbox-address.`));
}

function outboxOf({ outboxAddress: host, outboxPort, outboxSecure }: ServerFlags): StoredOutbox | null {
  if (host !== undefined) {
    return toOutboxServer({ host, port: readPort('--outbox-port', outboxPort), security: outboxSecure });
  }
  if (outboxPort === undefined && outboxSecure === undefined) return null;
  throw usageError('--outbox-port and --outbox-secure belong to --outbox-address.');
}

function readPort(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= MAX_PORT) return port;
  throw usageError(`${flag}: expected an integer from 1 to ${MAX_PORT}.`);
}

function notFound(address: string, { reports }: FoundServers): CommandError {
  const findings = reports.map(({ finding }) => finding);
  return failure(printable([`No mail server was found for ${address}.`, ...findings].join(' ')));
}

function failure(message: string): CommandError {
  return new CommandError(message, EXIT_CODES.failure);
}
