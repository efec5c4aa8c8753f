/** One SMTP connection: knows how far a submission came, and says what its failures mean. */
import { Readable } from 'node:stream';
import {
  createSmtpClient,
  type SmtpClient,
  type SmtpClientOptions,
  type SmtpCredentials,
  type SmtpEnvelope,
} from './smtp-client.ts';
import { toConnectError, toLoginError, toSendError } from './smtp-errors.ts';
import { parseExtensions, type SmtpExtensions } from './smtp-extensions.ts';
import type { SmtpReply } from './smtp-reply.ts';

/** A connection on which EHLO was answered. For one message; one operation at a time. Destroy it after a failure. */
export interface SmtpConnection {
  /** What the server can do; where TLS began by STARTTLS, what it said inside TLS. */
  readonly extensions: SmtpExtensions;
  /**
   * Signs in. Throws MailError `authentication-failed`, `tls-required`, `rate-limited`, `server-unavailable`,
   * `server-timeout`, `protocol-failure`.
   */
  login(credentials: SmtpCredentials): Promise<void>;
  /**
   * Submits the message and gives the forward paths that were refused, each with its reply. Throws MailError as
   * `login` does, and `message-rejected`, `quota-exceeded`, `submission-uncertain`.
   */
  send(envelope: SmtpEnvelope, message: Uint8Array): Promise<ReadonlyMap<string, SmtpReply>>;
  /** Says goodbye and does not wait for the answer. */
  quit(): void;
  /** Ends the connection at once: what was not sent yet stays unsent. */
  destroy(): void;
}

/** The next piece of a message is passed on when the socket has taken the one before. */
const PIECE_OCTETS = 64 * 1024;

/**
 * Connects, and secures the connection as asked. Throws MailError `server-unreachable`, `tls-required`,
 * `server-unavailable`, `rate-limited`. An abort destroys the connection at any time; what runs then throws the
 * reason of the signal, or `submission-uncertain`.
 */
export async function connectSmtp(options: SmtpClientOptions, signal: AbortSignal): Promise<SmtpConnection> {
  signal.throwIfAborted();
  const client = createSmtpClient(options, signal);
  try {
    return createConnection(client, await client.connect());
  } catch (error) {
    client.destroy();
    throw toConnectError(error);
  }
}

function createConnection(client: SmtpClient, ehloReply: string): SmtpConnection {
  return {
    extensions: parseExtensions(ehloReply),
    async login(credentials) {
      try {
        await client.login(credentials);
      } catch (error) {
        throw toLoginError(error);
      }
    },
    async send(envelope, message) {
      let isHandedOver = false;
      const onEnd = () => {
        isHandedOver = true;
      };
      try {
        const pieces = toPieces(message, onEnd);
        const options = { objectMode: false, highWaterMark: PIECE_OCTETS };
        const refused = await client.send(envelope, Readable.from(pieces, options));
        if (isHandedOver) return refused;
        throw prematureReply();
      } catch (error) {
        throw toSendError(error, isHandedOver);
      }
    },
    quit: () => client.quit(),
    destroy: () => client.destroy(),
  };
}

/** The message piece by piece; `onEnd` is called before the stream ends, so before the final dot can be sent. */
function* toPieces(message: Uint8Array, onEnd: () => void): Generator<Uint8Array, void> {
  for (let start = 0; start < message.length; start += PIECE_OCTETS) {
    yield message.subarray(start, start + PIECE_OCTETS);
  }
  onEnd();
}

/** A server that takes a message before it has all of it cannot be believed. */
function prematureReply(): Error {
  return Object.assign(new Error('The reply came before the end of the message.'), { code: 'EPROTOCOL' });
}
