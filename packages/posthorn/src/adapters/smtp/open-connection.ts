/** Opens connections to sending servers, up to the point where a message can be sent. */
import { setTimeout as wait } from 'node:timers/promises';
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { CircuitBreaker } from '../../domain/circuit-breaker.ts';
import { type ServerKey, serverKey } from '../../domain/limit-keys.ts';
import type { Login } from '../../domain/login.ts';
import type { AccountOrigin, OutboxSecurity, OutboxServer } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import { serverUnreachable } from '../../domain/server-unreachable.ts';
import { tokenNotSupported } from '../../domain/token-errors.ts';
import type { ConnectionSecurity } from './smtp-client.ts';
import { connectSmtp, type SmtpConnection } from './smtp-connection.ts';
import { chooseMechanism } from './smtp-extensions.ts';
import type { SmtpLimits } from './smtp-limits.ts';

/** How connections to sending servers are opened. */
export interface ConnectionOpenerOptions {
  readonly hostPolicy: HostPolicy;
  /** PEM texts of trusted roots, in addition to those of Node. */
  readonly extraRoots: readonly string[];
  /** The host name for EHLO (RFC 5321 section 4.1.1.1). */
  readonly clientName: string;
  readonly limits: SmtpLimits;
  /** Leaves servers alone that cannot be reached. Without it, each is tried each time. */
  readonly breaker?: Pick<CircuitBreaker, 'run'> | undefined;
}

/** The server that a message is submitted to, with the login for it. */
export interface SubmissionTarget {
  readonly outbox: OutboxServer;
  /** Decides where the login may go, and whether in clear text. */
  readonly origin: AccountOrigin;
}

/** Opens a connection to the target, signed in where the server offers AUTH. */
export type ConnectionOpener = (target: SubmissionTarget, signal: AbortSignal) => Promise<SmtpConnection>;

/** `none` is not here: it depends on what the operator allows. */
const SECURITIES = {
  ssl: 'implicit-tls',
  tls: 'starttls',
  starttls: 'starttls',
} as const satisfies Record<Exclude<OutboxSecurity, 'none'>, ConnectionSecurity>;

/**
 * An opener. A server that offers AUTH gets user and password; one that offers none, such as a relay in the operator's
 * own network, takes mail without a login. Throws what `connectSmtp` and `login` throw, `invalid-parameter`
 * for a host that a client may not name, `capability-missing` for a server with other ways to sign in only, and
 * `token-not-supported` for a token where the server takes none or offers no TLS.
 */
export function createConnectionOpener(options: ConnectionOpenerOptions): ConnectionOpener {
  const { breaker } = options;
  return async (target, signal) => {
    const { outbox } = target;
    const connect = () => (target.origin === 'client' ? openNamed : openUnsigned)(options, target, signal);
    const opening = breaker === undefined ? connect() : breaker.run(submissionServerOf(target), connect);
    const connection = await opening.catch((error) => {
      throw outbox.login.kind === 'bearer' ? asTokenProblem(error) : error;
    });
    try {
      await signIn(connection, outbox.login, signal);
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  };
}

/** The key of the target. It includes the security: a client that expects TLS where there is none must not shut out others. */
export function submissionServerOf({
  outbox: { host, port, security },
  origin,
}: SubmissionTarget): ServerKey {
  return serverKey({ host, port }, origin, security);
}

/** Like `openUnsigned`, but all failures to reach the server take the same time, so that the time does not reveal what is there. */
async function openNamed(
  options: ConnectionOpenerOptions,
  target: SubmissionTarget,
  signal: AbortSignal,
): Promise<SmtpConnection> {
  const { namedServerMs } = options.limits;
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(namedServerMs);
  try {
    return await openUnsigned(options, target, AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    const failure = deadline.aborted ? serverUnreachable(error) : error;
    if (!(failure instanceof MailError && failure.code === 'server-unreachable')) throw failure;
    const leftMs = Math.max(0, startedAt + namedServerMs - performance.now());
    await wait(leftMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    throw failure;
  }
}

/** A connection that is secured and not signed in. */
async function openUnsigned(
  { hostPolicy, extraRoots, clientName, limits }: ConnectionOpenerOptions,
  { outbox, origin }: SubmissionTarget,
  signal: AbortSignal,
): Promise<SmtpConnection> {
  const host = await hostPolicy.vet({ host: outbox.host, port: outbox.port, origin }, signal);
  const isCleartextAllowed = outbox.login.kind !== 'bearer' && hostPolicy.isCleartextAllowed(origin);
  const security = toSecurity(outbox.security, isCleartextAllowed);
  return connectSmtp({ extraRoots, clientName, limits, host, security }, signal);
}

function toSecurity(security: OutboxSecurity, isCleartextAllowed: boolean): ConnectionSecurity {
  if (security !== 'none') return SECURITIES[security];
  return isCleartextAllowed ? 'starttls-if-offered' : 'starttls';
}

async function signIn(connection: SmtpConnection, login: Login, signal: AbortSignal): Promise<void> {
  if (!connection.extensions.has('AUTH')) return;
  if (login.kind === 'bearer' && !connection.isEncrypted) throw tokenInClearText();
  const mechanism = chooseMechanism(connection.extensions, login.kind);
  if (mechanism === undefined && login.kind === 'bearer') {
    throw tokenNotSupported('The sending server takes no OAuth tokens (XOAUTH2, OAUTHBEARER).');
  }
  if (mechanism === undefined) {
    throw new MailError('capability-missing', {
      detail: 'The sending server offers neither of the logins PLAIN and LOGIN. Nothing was sent.',
    });
  }
  await connection.login({ mechanism, login }, signal);
}

function asTokenProblem(error: unknown): unknown {
  return error instanceof MailError && error.code === 'tls-required' ? tokenInClearText(error) : error;
}

function tokenInClearText(cause?: unknown): MailError {
  return tokenNotSupported(
    'The sending server offers no encrypted connection, and tokens are never sent without one.',
    cause,
  );
}
