/** A plain-text IMAP proxy on loopback that records what the code under test says and counts what it costs. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { createImapCommandLog } from './imap-command-log.ts';
import type { ImapEndpoint } from './imap-connection.ts';

/** What went through since the start or the last `clear`. */
export interface ImapTraffic {
  readonly connections: number;
  readonly commands: number;
  /** How often the client sent something after the server had spoken: the waits on a slow network. */
  readonly roundTrips: number;
  /** Pieces that came from clients, of one or several commands. */
  readonly writes: number;
  readonly clientOctets: number;
  readonly serverOctets: number;
}

/** A running proxy; point the client at its host and port. Call `close` when done. */
export interface ImapRecorder extends ImapEndpoint {
  /** Each complete command in order of arrival over all connections, see createImapCommandLog. */
  commands(): readonly string[];
  traffic(): ImapTraffic;
  /** Connections that are open now. */
  openConnections(): number;
  /** Forgets commands and traffic; connections stay. */
  clear(): void;
  /** Breaks every open connection without a good-bye, as a failing network does. */
  cutConnections(): void;
  /** New connections are refused until `accept`; open ones stay. */
  refuse(): void;
  accept(): Promise<void>;
  close(): void;
}

const HOST = '127.0.0.1';
const NO_TRAFFIC = {
  connections: 0,
  commands: 0,
  roundTrips: 0,
  writes: 0,
  clientOctets: 0,
  serverOctets: 0,
};

/**
 * Starts a recorder in front of an IMAP server that offers no STARTTLS. With a delay, what the server says arrives so much later:
 * commands that do not wait for each other then count as one round trip however they are cut into packets. The delay may grow.
 */
export async function startImapRecorder(
  server: ImapEndpoint,
  { delayMs = 0 }: { readonly delayMs?: number | (() => number) } = {},
): Promise<ImapRecorder> {
  const recording = createRecording();
  const clients = new Set<Socket>();
  const listener = createServer((client) => {
    const upstream = connect(server.port, server.host);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    const fromServer = delayMs === 0 ? upstream : upstream.pipe(delayed(delayMs));
    recording.follow(client, fromServer);
    fromServer.pipe(client);
    joinSockets(client, upstream);
  });
  const port = await listen(listener, 0);
  return {
    host: HOST,
    port,
    commands: () => [...recording.commands],
    traffic: () => ({ ...recording.traffic }),
    openConnections: () => clients.size,
    clear: () => recording.clear(),
    cutConnections: () => {
      for (const client of clients) client.resetAndDestroy();
    },
    // The port closes at once; only the listener's close event would wait for the open connections.
    refuse: () => listener.close(),
    accept: async () => {
      await listen(listener, port);
    },
    close: () => {
      listener.close();
      for (const client of clients) client.destroy();
    },
  };
}

async function listen(listener: Server, wantedPort: number): Promise<number> {
  await once(listener.listen(wantedPort, HOST), 'listening');
  const address = listener.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

interface Recording {
  readonly commands: readonly string[];
  readonly traffic: ImapTraffic;
  follow(client: Socket, fromServer: Readable): void;
  clear(): void;
}

function createRecording(): Recording {
  const commands: string[] = [];
  const traffic = { ...NO_TRAFFIC };
  return {
    commands,
    traffic,
    follow: (client, fromServer) => {
      const log = createImapCommandLog((command) => {
        commands.push(command);
        traffic.commands += 1;
      });
      let hasServerSpoken = false;
      traffic.connections += 1;
      client.on('data', (chunk: Buffer) => {
        traffic.clientOctets += chunk.length;
        traffic.writes += 1;
        if (hasServerSpoken) traffic.roundTrips += 1;
        hasServerSpoken = false;
        log.read(chunk);
      });
      fromServer.on('data', (chunk: Buffer) => {
        traffic.serverOctets += chunk.length;
        hasServerSpoken = true;
      });
    },
    clear: () => {
      commands.length = 0;
      Object.assign(traffic, NO_TRAFFIC);
    },
  };
}

/** Passes each chunk on after that time, in order. */
function delayed(delayMs: number | (() => number)): Transform {
  const delay = typeof delayMs === 'number' ? () => delayMs : delayMs;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      setTimeout(() => this.push(chunk), delay());
      callback();
    },
    flush(callback) {
      setTimeout(callback, delay());
    },
  });
}

/** Pipes to the server; the end of one side, good or bad, is the end of the other. */
function joinSockets(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.end());
}
