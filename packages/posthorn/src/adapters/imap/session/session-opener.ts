import {
  type ConnectOptions,
  connect,
  DEFAULT_BOUNDS,
  type ImapConnection,
  id,
  type SignInRequest,
  signIn,
} from 'posthorn-imap';
import type { HostPolicy } from '../../../application/ports/host-policy.ts';
import type { WholeMessageReader } from '../../../application/ports/mail/whole-message-reader.ts';
import { type MailTelemetry, UNMEASURED } from '../../../application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { outcomeOfFailure } from '../../../domain/errors/outcome.ts';
import { serverUnreachable } from '../../../domain/errors/server-unreachable.ts';
import type { CircuitBreaker } from '../../../domain/limits/circuit-breaker.ts';
import { type ServerKey, serverKey } from '../../../domain/limits/limit-keys.ts';
import type { Login } from '../../../domain/logins/login.ts';
import { ServerFull, toConnectError } from './imap-errors.ts';
import { ImapSession } from './imap-session.ts';
import { SessionListeners } from './session-listeners.ts';
import type { SpacedTurns } from './spaced-turns.ts';
import { toTokenError } from './token-failures.ts';

/** Collaborators and limits. */
export interface SessionOpenerDependencies {
  readonly hostPolicy: HostPolicy;
  /** PEM, besides Node's roots. */
  readonly extraRoots: readonly string[];
  readonly wholeMessages: WholeMessageReader;
  readonly telemetry?: MailTelemetry;
  /** Skips unreachable servers. */
  readonly breaker?: Pick<CircuitBreaker, 'run'>;
  /** Sends client addresses to the operator's servers, which count failures by them. */
  readonly isClientTold?: boolean;
  /** Time for client-named servers before login. */
  readonly namedServerMs?: number;
  readonly maxMailboxMessages?: number;
  /** Spaces the ends of failed logins. */
  readonly failureTurns?: Pick<SpacedTurns, 'take'>;
}

type CompleteDependencies = Required<SessionOpenerDependencies>;

/** Working servers take under two seconds. */
export const NAMED_SERVER_MS = 6_000;
const INTRODUCTION_MS = 10_000;
const WITHOUT_TURNS: Pick<SpacedTurns, 'take'> = { take: () => Promise.resolve() };
const UNBROKEN: Pick<CircuitBreaker, 'run'> = { run: (_server, attempt) => attempt() };

/** Larger ones are read from the whole message. */
const STRUCTURE_PARTS = 1000;
/** Ten digits and a space. */
const OCTETS_PER_NUMBER = 11;

/**
 * Opens sessions. Throws as the host policy, and `server-unreachable`, `tls-required`,
 * `authentication-failed`, `access-denied`, `token-not-supported`, `server-unavailable`, `rate-limited`.
 */
export function createSessionOpener(dependencies: SessionOpenerDependencies) {
  const complete: CompleteDependencies = {
    telemetry: UNMEASURED,
    breaker: UNBROKEN,
    isClientTold: false,
    namedServerMs: NAMED_SERVER_MS,
    maxMailboxMessages: DEFAULT_BOUNDS.messages,
    failureTurns: WITHOUT_TURNS,
    ...dependencies,
  };
  const { telemetry } = complete;
  return async (account: MailAccount, signal: AbortSignal): Promise<ImapSession> => {
    const end = telemetry.beginWork({ kind: 'imap-connection', name: 'connect' });
    try {
      const session = await openSession(complete, account, signal);
      end('ok');
      return session;
    } catch (error) {
      end(outcomeOfFailure(error, signal));
      throw error;
    }
  };
}

async function openSession(
  dependencies: CompleteDependencies,
  account: MailAccount,
  signal: AbortSignal,
): Promise<ImapSession> {
  const { hostPolicy, telemetry, wholeMessages, breaker, failureTurns } = dependencies;
  const { origin, login, client } = account;
  const isCleartextAllowed = login.kind === 'password' && hostPolicy.isCleartextAllowed(origin);
  const listeners = new SessionListeners(telemetry);
  const connection = await breaker.run(breakerKeyOf(account), () =>
    connectInTime(dependencies, { account, isCleartextAllowed, listeners }, signal),
  );
  try {
    const isTold = dependencies.isClientTold && origin === 'operator' && client !== undefined;
    if (isTold) await tellClient(connection, client, signal);
    await signIn(connection, toSignInRequest(login, isCleartextAllowed), signal);
    introduce(connection);
    listeners.session = new ImapSession({ connection, telemetry, wholeMessages });
    return listeners.session;
  } catch (error) {
    await failureTurns.take();
    connection.destroy();
    throw login.kind === 'bearer' ? toTokenError(error, login) : toConnectError(error);
  }
}

/** With security: wrong TLS settings must not block other clients. */
function breakerKeyOf({ origin, inbox: { host, port, isTls } }: MailAccount): ServerKey {
  return serverKey({ host, port }, origin, isTls ? 'tls' : 'starttls');
}

interface ConnectionRequest {
  readonly account: MailAccount;
  readonly isCleartextAllowed: boolean;
  readonly listeners: SessionListeners;
}

/** One deadline for client-named servers: all failures can take equally long. */
async function connectInTime(
  dependencies: CompleteDependencies,
  request: ConnectionRequest,
  signal: AbortSignal,
): Promise<ImapConnection> {
  if (request.account.origin === 'operator') return openConnection(dependencies, request, signal);
  const deadline = AbortSignal.timeout(dependencies.namedServerMs);
  try {
    return await openConnection(dependencies, request, AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    throw deadline.aborted ? serverUnreachable(error) : error;
  }
}

async function openConnection(
  { hostPolicy, extraRoots, maxMailboxMessages: messages }: CompleteDependencies,
  { account, isCleartextAllowed, listeners }: ConnectionRequest,
  signal: AbortSignal,
): Promise<ImapConnection> {
  const { inbox, origin, login } = account;
  const { address, port, serverName } = await hostPolicy.vet(
    { host: inbox.host, port: inbox.port, origin },
    signal,
  );
  const options: ConnectOptions = {
    host: address,
    port,
    ...(serverName !== undefined && { serverName }),
    security: securityOf(inbox.isTls, isCleartextAllowed),
    extraRoots,
    bounds: {
      structureParts: STRUCTURE_PARTS,
      messages,
      numberLineOctets: Math.max(DEFAULT_BOUNDS.numberLineOctets, OCTETS_PER_NUMBER * messages),
    },
    ...listeners,
  };
  try {
    return await connect(options, signal);
  } catch (error) {
    const failure = login.kind === 'bearer' ? toTokenError(error, login) : toConnectError(error);
    const isFull = failure instanceof MailError && failure.code === 'rate-limited';
    throw isFull ? new ServerFull(failure.code, failure.details, { cause: error }) : failure;
  }
}

/** Dovecot counts failures and delays logins by it (`login_trusted_networks`). */
async function tellClient(connection: ImapConnection, client: string, signal: AbortSignal): Promise<void> {
  if (!connection.capabilities.has('ID')) return;
  await id(connection, { name: 'posthorn', 'x-originating-ip': client }, signal);
}

/** Tokens never go in clear text. */
function toSignInRequest({ kind, user, secret }: Login, isCleartextAllowed: boolean): SignInRequest {
  if (kind === 'bearer') return { user, token: secret.reveal() };
  return { user, password: secret.reveal(), isCleartextAllowed };
}

/** Some providers require ID (RFC 2971). Awaits no response. */
function introduce(connection: ImapConnection): void {
  if (!connection.capabilities.has('ID')) return;
  const signal = AbortSignal.timeout(INTRODUCTION_MS);
  id(connection, { name: 'posthorn' }, signal).catch(() => undefined);
}

function securityOf(isTls: boolean, isCleartextAllowed: boolean) {
  if (isTls) return 'tls';
  return isCleartextAllowed ? 'starttls-if-offered' : 'starttls';
}
