/** A receiver of webhooks on loopback, over HTTP or HTTPS. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IssuedCertificate } from './test-authority.ts';

/** A message as it came. */
export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When it came, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Answers a message, at once or later; by default 204. */
export type ReceiverBehaviour = (
  message: ReceivedMessage,
  response: ServerResponse,
  request: IncomingMessage,
) => unknown;

export interface WebhookReceiver {
  readonly port: number;
  readonly received: ReceivedMessage[];
  behave(behaviour: ReceiverBehaviour): void;
  /** The number of open connections. */
  connections(): number;
  close(): void;
}

/** Answers 204. */
export const accepting: ReceiverBehaviour = (_message, response) => response.writeHead(204).end();

/** Answers with a status. */
export function answering(status: number, headers: Readonly<Record<string, string>> = {}): ReceiverBehaviour {
  return (_message, response) => response.writeHead(status, headers).end(`status ${status}`);
}

/** Starts it; without a certificate it speaks plain HTTP. */
export async function startWebhookReceiver(certificate?: IssuedCertificate): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const sockets = new Set<Socket>();
  let behaviour = accepting;
  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request).catch(() => '');
    const message = { headers: request.headers as Record<string, string>, body, at: performance.now() };
    received.push(message);
    behaviour(message, response, request);
  };
  const server = certificate ? createHttpsServer(certificate, listen) : createServer(listen);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    behave(next) {
      behaviour = next;
    },
    connections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
