import { once } from 'node:events';
import { request as requestInClear } from 'node:http';
import { request as requestByTls } from 'node:https';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { HostPolicy, VettedHost } from '../../application/ports/host-policy.ts';
import type { FetchOptions } from './bounded-fetch.ts';

/** Rules for the operator's providers. */
export interface EgressRules {
  readonly hostPolicy: Pick<HostPolicy, 'vet'>;
  /** PEM, besides Node's roots. */
  readonly extraRoots: readonly string[];
}

/** A request's progress. */
export interface Sending {
  /** After the first octet. */
  isSent: boolean;
}

const MAX_HEAD_OCTETS = 32 * 1024;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/** Sends to a vetted address, without redirects, on its own connection. */
export async function sendVetted(
  address: string,
  options: FetchOptions & { readonly egress: EgressRules; readonly sending: Sending },
): Promise<Response> {
  const { egress, sending, signal = new AbortController().signal } = options;
  const url = new URL(address);
  const port = Number(url.port) || (DEFAULT_PORTS[url.protocol] ?? 0);
  const host = await egress.hostPolicy.vet({ host: url.hostname, port, origin: 'operator' }, signal);
  const isEncrypted = url.protocol === 'https:';
  const sent = isEncrypted
    ? requestByTls({
        ...commonOptions({ url, host }, { ...options, signal }),
        ...(host.serverName !== undefined && { servername: host.serverName }),
        ca: [...rootCertificates, ...egress.extraRoots],
        minVersion: 'TLSv1.2',
      })
    : requestInClear(commonOptions({ url, host }, { ...options, signal }));
  sent.once('socket', (socket) => {
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      sending.isSent = true;
    });
  });
  sent.end(options.body?.toString() ?? '');
  const [response] = await once(sent, 'response', { signal });
  const { statusCode: status = 0, headers } = response as import('node:http').IncomingMessage;
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const body = status === 204 || status === 304 ? null : (Readable.toWeb(response) as ReadableStream);
  return new Response(body, { status, headers: pairs });
}

function commonOptions(
  { url, host }: { readonly url: URL; readonly host: VettedHost },
  { method, headers, body, signal }: FetchOptions & { readonly signal: AbortSignal },
) {
  return {
    ...{ host: host.address, port: host.port, path: `${url.pathname}${url.search}`, method },
    ...{ agent: false as const, signal, maxHeaderSize: MAX_HEAD_OCTETS },
    headers: {
      ...headers,
      host: url.host,
      connection: 'close',
      'accept-encoding': 'identity',
      ...(body && { 'content-length': String(Buffer.byteLength(body.toString())) }),
    },
  };
}
