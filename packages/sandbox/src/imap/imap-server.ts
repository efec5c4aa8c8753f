import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listenOnLoopback } from '../loopback.ts';
import type { TlsCredentials } from '../tls-credentials.ts';
import { converse } from './conversation.ts';
import type { Quirks } from './quirks.ts';
import type { Capability } from './session/capabilities.ts';
import { Connection } from './session/connection.ts';
import { type ServerContext, Session } from './session/session.ts';
import { MAX_LITERAL_OCTETS } from './wire/command-reader.ts';

const MAX_LITERAL_MINUS_OCTETS = 4096;

/** Ports and shared parts. */
export interface ImapServerOptions {
  readonly context: ServerContext;
  readonly wrapCommand: Quirks['run'];
  readonly port: number;
  readonly implicitTls: { readonly port: number; readonly credentials: TlsCredentials } | undefined;
}

/** A listening IMAP server. */
export interface ImapServer {
  readonly port: number;
  readonly tlsPort: number | undefined;
  close(): Promise<void>;
}

/** Rejects when a port is taken. */
export async function startImapServer(options: ImapServerOptions): Promise<ImapServer> {
  const connections = new Set<Connection>();
  const onSocket = (socket: Socket) => serve(socket, { ...options, connections });
  const plain = createServer(onSocket);
  const port = await listenOnLoopback(plain, options.port);
  const { implicitTls } = options;
  const secure = implicitTls && createTlsServer({ ...implicitTls.credentials }, onSocket);
  // A failed handshake ends one connection only.
  secure?.on('tlsClientError', () => undefined);
  const tlsPort = secure && (await listenOnLoopback(secure, implicitTls.port));
  return {
    port,
    tlsPort,
    close: async () => {
      for (const connection of connections) connection.destroy();
      await Promise.all([closeServer(plain), ...(secure === undefined ? [] : [closeServer(secure)])]);
    },
  };
}

interface Serving extends Pick<ImapServerOptions, 'context' | 'wrapCommand'> {
  readonly connections: Set<Connection>;
}

function serve(socket: Socket, { context, wrapCommand, connections }: Serving): void {
  const { recorder, capabilities } = context;
  socket.setNoDelay(true);
  const connection = new Connection({
    socket,
    number: recorder.openConnection(),
    literalLimits: {
      maxUnasked: maxUnasked(capabilities),
      maxAsked: context.appendLimit ?? MAX_LITERAL_OCTETS,
    },
    onSent: (octets) => recorder.countSent(octets),
  });
  connections.add(connection);
  converse({ session: new Session(context, connection), wrapCommand })
    .catch((error: unknown) => {
      // A bug ends one connection, not the process.
      connection.sendLine(`* BYE [SERVERBUG] ${String(error).replace(/[^\x20-\x7e]/g, ' ')}`);
      connection.close();
    })
    .finally(() => connections.delete(connection));
}

/** RFC 7888 §5. */
function maxUnasked(capabilities: ReadonlySet<Capability>): number | undefined {
  if (capabilities.has('LITERAL+')) return MAX_LITERAL_OCTETS;
  return capabilities.has('LITERAL-') ? MAX_LITERAL_MINUS_OCTETS : undefined;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
