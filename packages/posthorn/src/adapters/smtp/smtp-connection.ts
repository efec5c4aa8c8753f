/** One SMTP connection. It knows how far a submission came, and so what a failure means. */
import type { OctetSource } from '../../domain/octet-source.ts';
import { openMessageStream } from './message-stream.ts';
import type { SaslCredentials } from './sasl-handler.ts';
import {
  createSmtpClient,
  type SmtpClient,
  type SmtpClientOptions,
  type SmtpEnvelope,
} from './smtp-client.ts';
import { toConnectError, toLoginError, toSendError } from './smtp-errors.ts';
import { parseExtensions, type SmtpExtensions } from './smtp-extensions.ts';
import type { SmtpReply } from './smtp-reply.ts';

/** The message of one mail transaction. */
export interface EnvelopedMessage {
  readonly envelope: SmtpEnvelope;
  readonly octets: OctetSource;
}

/**
 * A connection on which EHLO was answered; one operation at a time. Destroy it after a failure. A signal that aborts
 * during an operation destroys the connection; the operation throws the reason, or `submission-uncertain`.
 */
export interface SmtpConnection {
  /** The server's extensions; after STARTTLS those announced within TLS. */
  readonly extensions: SmtpExtensions;
  /** True when all that is sent now is under TLS. */
  readonly isEncrypted: boolean;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** False when the connection is known to have ended; also a dead one can look open until it is used. */
  readonly isReady: boolean;
  /**
   * Signs in. Throws MailError `authentication-failed`, `access-denied`, `tls-required`, `rate-limited`, `server-unavailable`,
   * `server-timeout`, `protocol-failure`.
   */
  login(credentials: SaslCredentials, signal: AbortSignal): Promise<void>;
  /** Prepares the connection for another message. Rejects, with any error, when that fails. */
  reset(signal: AbortSignal): Promise<void>;
  /**
   * Submits the message and returns the refused forward paths, each with its reply. Throws MailError as
   * `login` does, and `message-rejected`, `quota-exceeded`, `submission-uncertain`; and what the source throws.
   */
  send(message: EnvelopedMessage, signal: AbortSignal): Promise<ReadonlyMap<string, SmtpReply>>;
  /** Sends QUIT and does not wait for the reply. */
  quit(): void;
  /** Closes the connection at once, without sending buffered octets. */
  destroy(): void;
}

/**
 * Connects, and secures the connection as asked. Throws MailError `server-unreachable`, `tls-required`,
 * `server-unavailable`, `rate-limited`.
 */
export async function connectSmtp(options: SmtpClientOptions, signal: AbortSignal): Promise<SmtpConnection> {
  const client = createSmtpClient(options);
  try {
    return createConnection(client, await client.connect(signal));
  } catch (error) {
    client.destroy();
    throw toConnectError(error);
  }
}

function createConnection(client: SmtpClient, ehloReply: string): SmtpConnection {
  return {
    extensions: parseExtensions(ehloReply),
    isEncrypted: client.isEncrypted,
    openedAt: Date.now(),
    get isReady() {
      return client.isReady;
    },
    async login(credentials, signal) {
      try {
        await client.login(credentials, signal);
      } catch (error) {
        throw toLoginError(error, credentials.login);
      }
    },
    reset: (signal) => client.reset(signal),
    async send({ envelope, octets }, signal) {
      const message = openMessageStream(octets);
      try {
        const refused = await client.send({ envelope, message: message.stream }, signal);
        if (message.isRead) return refused;
        throw prematureReply();
      } catch (error) {
        if (message.failure !== undefined) throw message.failure.error;
        throw toSendError(error, message.isRead);
      }
    },
    quit: () => client.quit(),
    destroy: () => client.destroy(),
  };
}

/** A server that accepts a message before its end cannot be trusted. */
function prematureReply(): Error {
  return Object.assign(new Error('The reply came before the end of the message.'), { code: 'EPROTOCOL' });
}
