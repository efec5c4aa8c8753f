/** Sends mail by SMTP submission (RFC 6409). A message that a server may have accepted is never sent again. */
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { MailTransport, Submission } from '../../application/ports/mail/mail-transport.ts';
import type { OutgoingMessage } from '../../application/ports/mail/message-composer.ts';
import type { CircuitBreaker } from '../../domain/circuit-breaker.ts';
import { failedAt } from '../../domain/failed-server.ts';
import { accountKey } from '../../domain/limit-keys.ts';
import { createLoginKey } from '../../domain/login-key.ts';
import type { MailAccount, OutboxServer } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import {
  ConnectionPool,
  type ConnectionPoolLimits,
  DEFAULT_POOL_LIMITS,
  type Sender,
} from './connection-pool.ts';
import {
  type ConnectionOpener,
  createConnectionOpener,
  type SubmissionTarget,
  submissionServerOf,
} from './open-connection.ts';
import type { SmtpConnection } from './smtp-connection.ts';
import { toSmtpEnvelope, toSubmission } from './smtp-envelope.ts';
import { submissionTimeout } from './smtp-errors.ts';
import type { SmtpExtensions } from './smtp-extensions.ts';
import { DEFAULT_SMTP_LIMITS, type SmtpLimits } from './smtp-limits.ts';
import { submitInSlot } from './submit-in-slot.ts';
import { unlessAborted } from './unless-aborted.ts';
import { withDeadline } from './with-deadline.ts';

/** What the SMTP transport works with. */
export interface SmtpTransportDependencies {
  readonly hostPolicy: HostPolicy;
  /** PEM texts of trusted roots, in addition to those of Node. */
  readonly extraRoots: readonly string[];
  readonly limits?: SmtpLimits;
  readonly poolLimits?: ConnectionPoolLimits;
  /** Avoids servers that cannot be reached. Left out: every server is tried every time. */
  readonly breaker?: Pick<CircuitBreaker, 'run' | 'requireAttempt'>;
  /** The host name for EHLO (RFC 5321 section 4.1.1.1). The default reveals nothing about this machine. */
  readonly clientName?: string;
}

/** The EHLO name of a client without a public host name (RFC 5321 §4.1.3). */
const DEFAULT_CLIENT_NAME = '[127.0.0.1]';

/**
 * A transport that keeps the connection of a submission that ended well for a while. The next submission with exactly the
 * same credentials uses it, after it has proved that it is alive; `docs/decisions/0007` defines what may be repeated.
 * Close the transport: connections that idle keep the process alive.
 */
export function createSmtpTransport(dependencies: SmtpTransportDependencies): MailTransport {
  const { hostPolicy, extraRoots, clientName = DEFAULT_CLIENT_NAME } = dependencies;
  const { limits = DEFAULT_SMTP_LIMITS, poolLimits = DEFAULT_POOL_LIMITS, breaker } = dependencies;
  const pool = new ConnectionPool(poolLimits);
  const loginKeyOf = createLoginKey();
  const open = createConnectionOpener({ hostPolicy, extraRoots, clientName, limits, breaker });
  const deadline = { ms: limits.submissionMs, reason: submissionTimeout };
  return {
    async submit({ account, message }, signal) {
      const outbox = requireOutbox(account);
      const { login, host, port, security } = outbox;
      const { origin } = account;
      const sender: Sender = {
        account: accountKey({ login, server: outbox }),
        login: loginKeyOf({ login, origin, server: [host, port, security] }),
      };
      const task = { message, target: { outbox, origin }, pool, open, sender, proofMs: limits.proofMs };
      try {
        // A message that cannot be sent now takes no place in the queue.
        breaker?.requireAttempt(submissionServerOf(task.target));
        return await withDeadline(deadline, (either) => submit(task, either), signal);
      } catch (error) {
        throw failedAt('smtp', account, error);
      }
    },

    close: () => pool.close(),
  };
}

/**
 * Connects and signs in as `submit` does, and sends nothing. Returns the extensions of the server. Throws MailError as
 * `submit` does.
 */
export async function proveSmtpLogin(
  { hostPolicy, extraRoots }: Pick<SmtpTransportDependencies, 'hostPolicy' | 'extraRoots'>,
  account: MailAccount,
  signal: AbortSignal,
): Promise<SmtpExtensions> {
  const options = { hostPolicy, extraRoots, clientName: DEFAULT_CLIENT_NAME, limits: DEFAULT_SMTP_LIMITS };
  const target = { outbox: requireOutbox(account), origin: account.origin };
  const connection = await createConnectionOpener(options)(target, signal);
  connection.quit();
  return connection.extensions;
}

function requireOutbox({ outbox }: MailAccount): OutboxServer {
  if (outbox !== undefined) return outbox;
  throw new MailError('capability-missing', { detail: 'The mail account has no sending server.' });
}

interface TransportTask {
  readonly message: OutgoingMessage;
  readonly target: SubmissionTarget;
  readonly sender: Sender;
  readonly pool: ConnectionPool;
  readonly open: ConnectionOpener;
  readonly proofMs: number;
}

async function submit(task: TransportTask, signal: AbortSignal): Promise<Submission> {
  const { message, target, sender, pool, open, proofMs } = task;
  // A source that hangs does not react to a signal.
  const envelope = await unlessAborted(toSmtpEnvelope(message, signal), signal);
  const slot = await pool.take(sender, signal);
  let reusable: SmtpConnection | undefined;
  try {
    const enveloped = { envelope, octets: message.octets };
    const openHere = (either: AbortSignal) => open(target, either);
    const outcome = await submitInSlot({ message: enveloped, slot, open: openHere, proofMs }, signal);
    reusable = outcome.connection;
    return toSubmission(message, outcome.refused);
  } finally {
    slot.release(reusable);
  }
}
