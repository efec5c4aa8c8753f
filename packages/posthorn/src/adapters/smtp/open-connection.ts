import { setTimeout as wait } from 'node:timers/promises';
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { AccountOrigin, OutboxSecurity, OutboxServer } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { serverUnreachable } from '../../domain/errors/server-unreachable.ts';
import type { CircuitBreaker } from '../../domain/limits/circuit-breaker.ts';
import { type ServerKey, serverKey } from '../../domain/limits/limit-keys.ts';
import type { Login } from '../../domain/logins/login.ts';
import { tokenNotSupported } from '../../domain/logins/token-errors.ts';
import type { ConnectionSecurity } from './smtp-client.ts';
import { connectSmtp, type SmtpConnection } from './smtp-connection.ts';
import { chooseMechanism } from './smtp-extensions.ts';
import type { SmtpLimits } from './smtp-limits.ts';

/** Connection options. */
export interface ConnectionOpenerOptions {
  readonly hostPolicy: HostPolicy;
  /** PEM, besides Node's roots. */
  readonly extraRoots: readonly string[];
  /** RFC 5321 §4.1.1.1. */
  readonly clientName: string;
  readonly limits: SmtpLimits;
  /** Without it, unreachable servers are always tried. */
  readonly breaker?: Pick<CircuitBreaker, 'run'> | undefined;
}

/** Submission server and login. */
export interface SubmissionTarget {
  readonly outbox: OutboxServer;
  readonly origin: AccountOrigin;
}

/** Connects, and signs in if AUTH is offered. */
export type ConnectionOpener = (target: SubmissionTarget, signal: AbortSignal) => Promise<SmtpConnection>;

const SECURITIES = {
  ssl: 'implicit-tls',
  tls: 'starttls',
  starttls: 'starttls',
} as const satisfies Record<Exclude<OutboxSecurity, 'none'>, ConnectionSecurity>;

/**
 * Servers without AUTH, such as internal relays, get no login. Throws as `connectSmtp` and `login`,
 * `invalid-parameter` for a forbidden host, `capability-missing` without a supported mechanism,
 * `token-not-supported` for a token without mechanism or TLS.
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

/** The key includes security: clients that expect missing TLS must not affect others. */
export function submissionServerOf({
  outbox: { host, port, security },
  origin,
}: SubmissionTarget): ServerKey {
  return serverKey({ host, port }, origin, security);
}

/** Failures take equally long, to reveal nothing. */
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
