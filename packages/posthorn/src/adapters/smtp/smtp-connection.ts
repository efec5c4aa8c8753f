import type { OctetSource } from '../../domain/values/octet-source.ts';
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

/** Message and envelope. */
export interface EnvelopedMessage {
  readonly envelope: SmtpEnvelope;
  readonly octets: OctetSource;
}

/**
 * A connection after EHLO; one operation at a time. Destroy it after a failure. An abort destroys it, and
 * throws the reason or `submission-uncertain`.
 */
export interface SmtpConnection {
  readonly extensions: SmtpExtensions;
  readonly isEncrypted: boolean;
  /** Epoch milliseconds. */
  readonly openedAt: number;
  /** A dead connection can look open. */
  readonly isReady: boolean;
  /**
   * Throws `authentication-failed`, `access-denied`, `tls-required`, `rate-limited`, `server-unavailable`,
   * `server-timeout`, `protocol-failure`.
   */
  login(credentials: SaslCredentials, signal: AbortSignal): Promise<void>;
  reset(signal: AbortSignal): Promise<void>;
  /**
   * Refused forward paths with replies. Throws as `login`, and `message-rejected`, `quota-exceeded`,
   * `submission-uncertain`, the source's errors.
   */
  send(message: EnvelopedMessage, signal: AbortSignal): Promise<ReadonlyMap<string, SmtpReply>>;
  quit(): void;
  destroy(): void;
}

/**
 * Connects with the required security. Throws `server-unreachable`, `tls-required`, `server-unavailable`,
 * `rate-limited`.
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

/** Such a server cannot be trusted. */
function prematureReply(): Error {
  return Object.assign(new Error('The reply came before the end of the message.'), { code: 'EPROTOCOL' });
}
