/** Sends mail by SMTP submission (RFC 6409): a connection for each message, and never a second try. */
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { MailTransport, Submission } from '../../application/ports/mail-transport.ts';
import type { OutgoingMessage } from '../../application/ports/message-composer.ts';
import type { MailAccount, OutboxSecurity, OutboxServer } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { ConnectionSecurity } from './smtp-client.ts';
import { connectSmtp, type SmtpConnection } from './smtp-connection.ts';
import { requireExtensions, toSmtpEnvelope, toSubmission } from './smtp-envelope.ts';
import { submissionTimeout } from './smtp-errors.ts';
import { chooseMechanism, type SmtpExtensions } from './smtp-extensions.ts';
import { DEFAULT_SMTP_LIMITS, type SmtpLimits } from './smtp-limits.ts';

export interface SmtpTransportDependencies {
  readonly hostPolicy: HostPolicy;
  /** PEM texts of further trusted roots, beside those of Node. */
  readonly extraRoots: readonly string[];
  readonly limits?: SmtpLimits;
  /** The host name for EHLO (RFC 5321 section 4.1.1.1). The default tells nothing about this machine. */
  readonly clientName?: string;
}

/** What a client says that has no public name. */
const DEFAULT_CLIENT_NAME = '[127.0.0.1]';

/** `none` is not here: it depends on what the operator allows. */
const SECURITIES = {
  ssl: 'implicit-tls',
  tls: 'starttls',
  starttls: 'starttls',
} as const satisfies Record<Exclude<OutboxSecurity, 'none'>, ConnectionSecurity>;

/**
 * A transport that keeps no connection between messages. Mail is sent seldom, so a warm connection would save little,
 * and one that the server has closed meanwhile would fail in the middle of a submission, which must not be repeated.
 *
 * A server that offers AUTH gets the user and password of the account's outbox; one that offers none, such as a relay
 * in the operator's own network, gets the message without a login.
 */
export function createSmtpTransport(dependencies: SmtpTransportDependencies): MailTransport {
  const { limits = DEFAULT_SMTP_LIMITS } = dependencies;
  return {
    async submit(account, message, signal) {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(submissionTimeout()), limits.submissionMs);
      try {
        const either = AbortSignal.any([signal, deadline.signal]);
        return await submit({ ...dependencies, limits, account, message }, either);
      } finally {
        clearTimeout(timer);
      }
    },

    async close() {
      // No connection outlives its submission.
    },
  };
}

/**
 * Connects and signs in as `submit` does, and sends nothing. Gives what the server can do. Throws MailError as
 * `submit` does.
 */
export async function proveSmtpLogin(
  dependencies: SmtpTransportDependencies,
  account: MailAccount,
  signal: AbortSignal,
): Promise<SmtpExtensions> {
  const { limits = DEFAULT_SMTP_LIMITS } = dependencies;
  const connection = await connect({ ...dependencies, limits, account }, signal);
  try {
    await login(connection, requireOutbox(account));
    connection.quit();
    return connection.extensions;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

interface ConnectionTask extends SmtpTransportDependencies {
  readonly limits: SmtpLimits;
  readonly account: MailAccount;
}

interface SubmissionTask extends ConnectionTask {
  readonly message: OutgoingMessage;
}

async function submit(task: SubmissionTask, signal: AbortSignal): Promise<Submission> {
  const { account, message } = task;
  const outbox = requireOutbox(account);
  const envelope = toSmtpEnvelope(message);
  const connection = await connect(task, signal);
  try {
    requireExtensions(connection.extensions, envelope);
    await login(connection, outbox);
    const refused = await connection.send(envelope, message.octets);
    connection.quit();
    return toSubmission(message, refused);
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function requireOutbox({ outbox }: MailAccount): OutboxServer {
  if (outbox !== undefined) return outbox;
  throw new MailError('capability-missing', { detail: 'The mail account has no sending server.' });
}

async function connect(task: ConnectionTask, signal: AbortSignal): Promise<SmtpConnection> {
  const { hostPolicy, extraRoots, limits, clientName = DEFAULT_CLIENT_NAME, account } = task;
  const { host: name, port, security } = requireOutbox(account);
  const host = await hostPolicy.vet(name, port, account.origin, signal);
  const isCleartextAllowed = hostPolicy.isCleartextAllowed(account.origin);
  const options = {
    host,
    security: toSecurity(security, isCleartextAllowed),
    extraRoots,
    clientName,
    limits,
  };
  return connectSmtp(options, signal);
}

function toSecurity(security: OutboxSecurity, isCleartextAllowed: boolean): ConnectionSecurity {
  if (security !== 'none') return SECURITIES[security];
  return isCleartextAllowed ? 'starttls-if-offered' : 'starttls';
}

async function login(connection: SmtpConnection, { user, password }: OutboxServer): Promise<void> {
  if (!connection.extensions.has('AUTH')) return;
  const mechanism = chooseMechanism(connection.extensions);
  if (mechanism === undefined) {
    throw new MailError('capability-missing', {
      detail: 'The sending server offers neither of the logins PLAIN and LOGIN. Nothing was sent.',
    });
  }
  await connection.login({ mechanism, user, password });
}
