import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { HostPolicy, VettedHost } from '../../application/ports/host-policy.ts';
import type { UnusableDocument } from '../../application/ports/network/client-configurations.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { isInsideAddress } from '../../domain/errors/server-unreachable.ts';

export type HttpsDocument =
  | { readonly kind: 'document'; readonly octets: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly reason: UnusableDocument };

/** Host policy and roots. */
export interface HttpsDocumentOptions {
  /** For port 443. */
  readonly hostPolicy: HostPolicy;
  readonly extraRoots: readonly string[];
}

const HTTPS_PORT = 443;
/** Real ones have up to 20 KB. */
const MAX_OCTETS = 64 * 1024;
const MAX_HEAD_OCTETS = 16 * 1024;
const ABSENT: ReadonlySet<number> = new Set([401, 403, 404, 410]);
/** For untrusted or mismatched certificates. */
const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME/;

/** Fetches from a vetted host, without redirects or cookies. Rejects with the abort reason. */
export async function fetchDocument(
  address: string,
  { hostPolicy, extraRoots }: HttpsDocumentOptions,
  signal: AbortSignal,
): Promise<HttpsDocument> {
  const { hostname, pathname } = new URL(address);
  try {
    const host = await hostPolicy.vet({ host: hostname, port: HTTPS_PORT, origin: 'client' }, signal);
    const response = await get({ host, hostname, pathname, extraRoots }, signal);
    return await judge(response);
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error);
  }
}

interface Request {
  readonly host: VettedHost;
  readonly hostname: string;
  readonly pathname: string;
  readonly extraRoots: readonly string[];
}

async function get(
  { host, hostname, pathname, extraRoots }: Request,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const sent = request({
    ...{ host: host.address, port: host.port, servername: hostname, path: pathname, agent: false, signal },
    headers: {
      host: hostname,
      accept: 'application/xml, text/xml',
      'accept-encoding': 'identity',
      connection: 'close',
    },
    ca: [...rootCertificates, ...extraRoots],
    minVersion: 'TLSv1.2',
    maxHeaderSize: MAX_HEAD_OCTETS,
  });
  sent.end();
  const [response] = await once(sent, 'response', { signal });
  return response as IncomingMessage;
}

async function judge(response: IncomingMessage): Promise<HttpsDocument> {
  const { statusCode = 0, headers } = response;
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (statusCode === 200 && isPlain) return readAll(response);
  response.destroy();
  if (ABSENT.has(statusCode)) return { kind: 'absent' };
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return { kind: 'unusable', reason: isRedirect ? 'redirected' : 'other-status' };
}

async function readAll(response: IncomingMessage): Promise<HttpsDocument> {
  const pieces: Buffer[] = [];
  let octets = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    octets += piece.length;
    // The loop ends the connection.
    if (octets > MAX_OCTETS) return { kind: 'unusable', reason: 'too-large' };
    pieces.push(piece);
  }
  return { kind: 'document', octets: Buffer.concat(pieces) };
}

/** Absent hosts have no document; reports forbidden and untrusted ones. */
function failureOf(error: unknown): HttpsDocument {
  if (error instanceof MailError) {
    return error.code === 'invalid-parameter' || isInsideAddress(error)
      ? { kind: 'unusable', reason: 'not-public' }
      : { kind: 'absent' };
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (CERTIFICATE_ERROR.test(code)) return { kind: 'unusable', reason: 'certificate-invalid' };
  if (code !== '') return { kind: 'absent' };
  throw error;
}
