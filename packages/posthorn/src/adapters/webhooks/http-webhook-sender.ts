import { once } from 'node:events';
import { Agent, type IncomingMessage, request as requestInClear } from 'node:http';
import { request as requestByTls, Agent as TlsAgent } from 'node:https';
import type { SecureContext } from 'node:tls';
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
/** Deliveries often come in bursts; later ones seldom find a connection that the receiver has kept. */
const IDLE_MS = 2_000;
/** Of a connection that the receiver closed while it was idle. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);
/** For untrusted or mismatched certificates. */
const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME/;

/** Posts signed messages to vetted addresses, without redirects. Connections to an address and name are kept. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { policy, now, timeoutMs = TIMEOUT_MS } = options;
  const kept = { keepAlive: true, timeout: IDLE_MS };
  // A resumed session is not verified again.
  const agents = { inClear: new Agent(kept), byTls: new TlsAgent({ ...kept, maxCachedSessions: 0 }) };
  return {
    async send(message, signal) {
      signal.throwIfAborted();
      const deadline = AbortSignal.timeout(timeoutMs);
      const either = AbortSignal.any([signal, deadline]);
      try {
        const host = await policy.vet(message.url, either);
        const response = await post({ message, host, agents, options }, either);
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
  /** Null: a connection of its own. */
  readonly agents: { readonly inClear: Agent; readonly byTls: TlsAgent } | null;
  readonly options: WebhookSenderOptions;
}

async function post(posting: Posting, signal: AbortSignal): Promise<IncomingMessage> {
  const sent = begin(posting, signal);
  // The deadline may come after the last listener.
  sent.on('error', () => undefined);
  sent.end(posting.message.body);
  try {
    const [response] = await once(sent, 'response', { signal });
    return response as IncomingMessage;
  } catch (error) {
    const isClosed = CLOSED.has((error as NodeJS.ErrnoException).code);
    if (sent.reusedSocket && isClosed) return post({ ...posting, agents: null }, signal);
    throw error;
  }
}

function begin({ message, host, agents, options }: Posting, signal: AbortSignal) {
  const { protocol, pathname, search, host: authority } = new URL(message.url);
  const common = {
    ...{ host: host.address, port: host.port, path: `${pathname}${search}`, method: 'POST' },
    ...{ signal, maxHeaderSize: MAX_HEAD_OCTETS },
    headers: {
      ...{ host: authority, 'accept-encoding': 'identity', accept: '*/*' },
      'user-agent': options.userAgent,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(message.body)),
      ...signedHeaders(message, options.now()),
    },
  };
  if (protocol !== 'https:') return requestInClear({ ...common, agent: agents?.inClear ?? false });
  // Checks the certificate for the URL's name, whatever the address.
  const security = {
    servername: host.serverName ?? '',
    secureContext: options.secureContext(),
    minVersion: 'TLSv1.2' as const,
  };
  return requestByTls({ ...common, ...security, agent: agents?.byTls ?? false });
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
