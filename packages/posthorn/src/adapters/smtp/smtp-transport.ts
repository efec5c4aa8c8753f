import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { MailTransport, Submission } from '../../application/ports/mail/mail-transport.ts';
import type { OutgoingMessage } from '../../application/ports/mail/message-composer.ts';
import { failedAt } from '../../domain/accounts/failed-server.ts';
import { createLoginKey } from '../../domain/accounts/login-key.ts';
import type { MailAccount, OutboxServer, SendingAccount } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { CircuitBreaker } from '../../domain/limits/circuit-breaker.ts';
import { accountKey } from '../../domain/limits/limit-keys.ts';
import { untilAborted } from '../../domain/values/until-aborted.ts';
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
import { withDeadline } from './with-deadline.ts';

/** Host policy, roots, limits and breaker. */
export interface SmtpTransportDependencies {
  readonly hostPolicy: HostPolicy;
  readonly extraRoots: readonly string[];
  readonly limits?: SmtpLimits;
  readonly poolLimits?: ConnectionPoolLimits;
  readonly breaker?: Pick<CircuitBreaker, 'run' | 'requireAttempt'>;
  /** For EHLO (RFC 5321 §4.1.1.1); the default reveals nothing. */
  readonly clientName?: string;
}

const DEFAULT_CLIENT_NAME = '[127.0.0.1]';

/**
 * SMTP submission (RFC 6409), never twice if the server may have accepted. Keeps a connection per credentials
 * (`docs/decisions/0007`). Close it: idle connections keep the process alive.
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
        // Fails before queueing.
        breaker?.requireAttempt(submissionServerOf(task.target));
        return await withDeadline(deadline, (either) => submit(task, either), untilRemoved(account, signal));
      } catch (error) {
        throw failedAt('smtp', account, error);
      }
    },

    close: () => pool.close(),
  };
}

/** Nothing leaves a removed account. */
function untilRemoved({ removed }: SendingAccount, signal: AbortSignal): AbortSignal {
  return removed === undefined ? signal : AbortSignal.any([signal, removed]);
}

/** Sends nothing; returns the server's extensions. Throws as `submit`. */
export async function proveSmtpLogin(
  { hostPolicy, extraRoots }: Pick<SmtpTransportDependencies, 'hostPolicy' | 'extraRoots'>,
  account: Pick<MailAccount, 'outbox' | 'origin'>,
  signal: AbortSignal,
): Promise<SmtpExtensions> {
  const options = { hostPolicy, extraRoots, clientName: DEFAULT_CLIENT_NAME, limits: DEFAULT_SMTP_LIMITS };
  const target = { outbox: requireOutbox(account), origin: account.origin };
  const connection = await createConnectionOpener(options)(target, signal);
  connection.quit();
  return connection.extensions;
}

function requireOutbox({ outbox }: Pick<MailAccount, 'outbox'>): OutboxServer {
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
  // A hanging source ignores signals.
  const envelope = await untilAborted(signal, toSmtpEnvelope(message, signal));
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
