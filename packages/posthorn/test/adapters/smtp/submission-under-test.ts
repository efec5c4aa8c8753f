/** What the tests of the SMTP transport have in common: an account, a message, a transport, an outcome. */
import { isIP } from 'node:net';
import {
  type ConnectionPoolLimits,
  DEFAULT_POOL_LIMITS,
} from '../../../src/adapters/smtp/connection-pool.ts';
import { DEFAULT_SMTP_LIMITS, type SmtpLimits } from '../../../src/adapters/smtp/smtp-limits.ts';
import { createSmtpTransport } from '../../../src/adapters/smtp/smtp-transport.ts';
import type { HostPolicy } from '../../../src/application/ports/host-policy.ts';
import type { MailTransport, Submission } from '../../../src/application/ports/mail/mail-transport.ts';
import type { OutgoingMessage } from '../../../src/application/ports/mail/message-composer.ts';
import type {
  AccountOrigin,
  MailAccount,
  MailAccountId,
  OutboxSecurity,
} from '../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { CircuitBreaker } from '../../../src/domain/limits/circuit-breaker.ts';
import { type Login, passwordLogin } from '../../../src/domain/logins/login.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import type { OctetSource } from '../../../src/domain/values/octet-source.ts';

/** The user that the account signs in as. */
export const USER = { name: 'ann', password: 'top-secret' };

/** A submission; everything but the port has a default. */
export interface SubmissionCase {
  readonly port: number;
  /** Default `none`. */
  readonly security?: OutboxSecurity;
  /** Default `operator`, who may send passwords in clear text; clients may not. */
  readonly origin?: AccountOrigin;
  /** The name of the server; default `localhost`. Whatever it is, the connection goes to 127.0.0.1. */
  readonly host?: string;
  readonly extraRoots?: readonly string[];
  readonly limits?: Partial<SmtpLimits>;
  readonly from?: string;
  /** Default: one recipient. */
  readonly to?: readonly string[];
  /** Default: a short text. */
  readonly octets?: Buffer | OctetSource;
  readonly password?: string;
  /** Default: USER with the password. */
  readonly login?: Login;
  readonly signal?: AbortSignal;
  /** Default: one that only this submission uses, and that is closed after it. */
  readonly transport?: MailTransport;
}

/** What a transport can be given beside its host policy. */
type TransportGiven = Pick<SubmissionCase, 'extraRoots' | 'limits'> & {
  readonly poolLimits?: Partial<ConnectionPoolLimits>;
  readonly breaker?: CircuitBreaker;
};

/** How a submission ended: what the transport gave, or the error's code with its detail. */
export type Outcome =
  | Submission
  | { readonly code: string; readonly detail: string; readonly retryAfterSeconds?: number };

const HOST_POLICY: HostPolicy = {
  vet: async ({ host: name, port }) => ({
    address: '127.0.0.1',
    port,
    ...(isIP(name) === 0 && { serverName: name }),
  }),
  isCleartextAllowed: (origin) => origin === 'operator',
};

/** A transport for several submissions. It has to be closed. */
export function createTransport({
  extraRoots = [],
  limits,
  poolLimits,
  breaker,
}: TransportGiven = {}): MailTransport {
  return createSmtpTransport({
    hostPolicy: HOST_POLICY,
    extraRoots,
    limits: { ...DEFAULT_SMTP_LIMITS, ...limits },
    poolLimits: { ...DEFAULT_POOL_LIMITS, ...poolLimits },
    ...(breaker && { breaker }),
  });
}

/** Submits as the case says. */
export async function submit(submission: SubmissionCase): Promise<Submission> {
  const { signal = new AbortController().signal } = submission;
  const transport = submission.transport ?? createTransport(submission);
  try {
    return await transport.submit(
      { account: testAccount(submission), message: testMessage(submission) },
      signal,
    );
  } finally {
    if (submission.transport === undefined) await transport.close();
  }
}

/** Submits, and gives the outcome whatever it is. An error that is no MailError is thrown. */
export async function outcomeOf(submission: SubmissionCase): Promise<Outcome> {
  try {
    return await submit(submission);
  } catch (error) {
    if (error instanceof MailError) return { code: error.code, ...error.details };
    throw error;
  }
}

/** Submits, and gives the code of the error, or `sent`. */
export async function codeOf(submission: SubmissionCase): Promise<string> {
  const outcome = await outcomeOf(submission);
  return 'code' in outcome ? outcome.code : 'sent';
}

/** The account of the case. */
export function testAccount(submission: SubmissionCase): MailAccount {
  const { port, security = 'none', origin = 'operator', host = 'localhost' } = submission;
  const address = { name: USER.name, address: 'ann@example.org' };
  const { login = passwordLogin(USER.name, submission.password ?? USER.password) } = submission;
  return {
    id: 'test' as MailAccountId,
    name: USER.name,
    from: address,
    replyTo: address,
    login,
    inbox: { type: 'IMAP', host, port: 143, isTls: false },
    outbox: { host, port, security, login },
    roots: [],
    origin,
  };
}

/** The message of the case. */
export function testMessage(submission: SubmissionCase): OutgoingMessage {
  const { from = 'ann@example.org', to = ['bob@example.org'] } = submission;
  const { octets = Buffer.from('Subject: Hi\r\n\r\nHello\r\n') } = submission;
  return {
    envelope: { reversePath: from, forwardPaths: to },
    octets: Buffer.isBuffer(octets) ? bufferSource(octets) : octets,
  };
}
