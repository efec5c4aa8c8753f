import { once } from 'node:events';
import { type IncomingMessage, request as requestInClear } from 'node:http';
import { request as requestByTls } from 'node:https';
import { connect, type SecureContext } from 'node:tls';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import type { ReceiverPolicy } from '../../application/ports/network/receiver-policy.ts';
import type {
  SentMessage,
  WebhookMessage,
  WebhookSender,
} from '../../application/ports/network/webhook-sender.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { firstText } from './first-text.ts';
import { retryAfterOf } from './retry-after.ts';
import { signedHeaders } from './signed-headers.ts';

/** Sender options. */
export interface WebhookSenderOptions {
  readonly policy: Pick<ReceiverPolicy, 'vet'>;
  /** Trusted authorities. */
  readonly secureContext: () => SecureContext;
  readonly userAgent: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From DNS to the answer's head. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_HEAD_OCTETS = 16 * 1024;
/** For untrusted or mismatched certificates. */
const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME/;

/** Posts signed messages to vetted addresses: no redirects, each on its own connection. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { policy, now, timeoutMs = TIMEOUT_MS } = options;
  return {
    async send(message, signal) {
      signal.throwIfAborted();
      const deadline = AbortSignal.timeout(timeoutMs);
      const either = AbortSignal.any([signal, deadline]);
      try {
        const host = await policy.vet(message.url, either);
        const response = await post({ message, host, options }, either);
        return await toSent(response, now());
      } catch (error) {
        signal.throwIfAborted();
        const text = deadline.aborted ? `There was no answer within ${timeoutMs / 1000} s.` : reasonOf(error);
        return { answer: { status: null, text }, retryAfterMs: null };
      }
    },
  };
}

interface Posting {
  readonly message: WebhookMessage;
  readonly host: VettedHost;
  readonly options: WebhookSenderOptions;
}

async function post({ message, host, options }: Posting, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(message.url);
  const common = {
    ...{ host: host.address, port: host.port, path: `${url.pathname}${url.search}`, method: 'POST' },
    ...{ signal, maxHeaderSize: MAX_HEAD_OCTETS },
    headers: {
      ...{ host: url.host, connection: 'close', 'accept-encoding': 'identity', accept: '*/*' },
      'user-agent': options.userAgent,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(message.body)),
      ...signedHeaders(message, options.now()),
    },
  };
  const isEncrypted = url.protocol === 'https:';
  const sent = isEncrypted
    ? requestByTls({ ...common, createConnection: () => connectByTls(host, options.secureContext()) })
    : requestInClear({ ...common, agent: false });
  // The deadline may come after the last listener.
  sent.on('error', () => undefined);
  sent.end(message.body);
  const [response] = await once(sent, 'response', { signal });
  return response as IncomingMessage;
}

/** Checks the certificate for the URL's name, whatever the address. */
function connectByTls({ address, port, serverName }: VettedHost, secureContext: SecureContext) {
  const name = serverName === undefined ? {} : { servername: serverName };
  return connect({ host: address, port, ...name, secureContext, minVersion: 'TLSv1.2' });
}

/** The status decides: endless bodies do not matter. */
async function toSent(response: IncomingMessage, now: number): Promise<SentMessage> {
  const { statusCode = 0, headers } = response;
  return {
    answer: { status: statusCode, text: await firstText(response) },
    retryAfterMs: retryAfterOf(headers['retry-after'], now),
  };
}

/** Reveals nothing of a network. */
function reasonOf(error: unknown): string {
  if (error instanceof MailError) {
    return error.code === 'host-not-allowed' ? error.details.detail : 'The receiver cannot be reached.';
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (CERTIFICATE_ERROR.test(code)) return 'The certificate of the receiver is not valid for it.';
  if (code.startsWith('HPE_')) return 'The answer is not HTTP.';
  return 'The receiver cannot be reached.';
}
