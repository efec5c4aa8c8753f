/** Names, addresses and servers of an internet of a test's own: name servers are faked, all servers listen on loopback. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createHostPolicy } from '../../src/adapters/network/host-policy.ts';
import type { HostPolicy } from '../../src/application/ports/host-policy.ts';
import { type DnsZone, fakeDns } from '../doctor/probe-tools.ts';
import type { IssuedCertificate } from './test-authority.ts';

/** The ports on loopback behind the ports of a host. */
export type HostPorts = Readonly<Record<number, number>>;

/** What there is. */
export interface InternetPlan extends DnsZone {
  /** By name. Hosts without an address in the zone have a public one. */
  readonly hosts?: Readonly<Record<string, HostPorts>>;
}

/** An address that the egress policy takes for public. Nothing is sent there. */
const PUBLIC_ADDRESS = '9.9.9.9';
/** Nothing listens there. */
const CLOSED_PORT = 1;
const LOOPBACK = '127.0.0.1';

/** What clients need to get into the internet of the plan. The policies are the real ones; only the way to vetted hosts is another. */
export function fakeInternet({ hosts = {}, addresses = {}, ...records }: InternetPlan) {
  const named = Object.fromEntries(Object.keys(hosts).map((name) => [name, [PUBLIC_ADDRESS]]));
  const dns = fakeDns({ ...records, addresses: { ...named, ...addresses } });
  const policy = (clientPorts: readonly number[], allowList: readonly string[] = []): HostPolicy => {
    const resolve = (name: string) => dns.addresses(name);
    const real = createHostPolicy({
      ...{ allowList, resolve, isCleartextAllowed: false, clientPorts: new Set(clientPorts) },
    });
    return {
      ...real,
      async vet(server, signal) {
        const vetted = await real.vet(server, signal);
        return { ...vetted, address: LOOPBACK, port: hosts[server.host]?.[server.port] ?? CLOSED_PORT };
      },
    };
  };
  return { dns, mailPolicy: policy([143, 993, 465, 587]), webPolicy: policy([443]), policy };
}

/** A server that is open. */
export interface OpenServer {
  readonly port: number;
  /** What clients have sent, and with web servers the lines of their requests. */
  readonly received: string[];
  close(): void;
}

/** An HTTPS server. */
export async function openWebServer(
  certificate: IssuedCertificate,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<OpenServer> {
  const received: string[] = [];
  const server = createHttpsServer(certificate, (request, response) => {
    received.push(`${request.method} ${request.headers.host}${request.url}`);
    answer(request, response);
  });
  return listen(server, received);
}

/** A TLS server that greets and then answers lines; without an answer it stays silent. */
export async function openTlsServer(
  certificate: IssuedCertificate,
  { greeting, answer = () => undefined }: LineServer,
): Promise<OpenServer> {
  const received: string[] = [];
  const server = createTlsServer(certificate, (socket) => talk(socket, received, { greeting, answer }));
  return listen(server, received);
}

/** The same without TLS. */
export async function openPlainServer({
  greeting,
  answer = () => undefined,
}: LineServer): Promise<OpenServer> {
  const received: string[] = [];
  return listen(
    createServer((socket) => talk(socket, received, { greeting, answer })),
    received,
  );
}

interface LineServer {
  readonly greeting: string;
  readonly answer?: (line: string) => string | undefined;
}

function talk(socket: Socket, received: string[], { greeting, answer }: Required<LineServer>): void {
  socket.on('error', () => undefined);
  if (greeting !== '') socket.write(`${greeting}\r\n`);
  socket.on('data', (octets: Buffer) => {
    received.push(octets.toString('latin1'));
    for (const line of octets.toString('latin1').split('\r\n').slice(0, -1)) {
      const text = answer(line);
      if (text !== undefined) socket.write(`${text}\r\n`);
    }
  });
}

async function listen(server: Server, received: string[]): Promise<OpenServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, LOOPBACK), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, received, close };
}
