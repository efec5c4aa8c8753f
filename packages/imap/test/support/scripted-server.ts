/** A server that says what a test has written down, octet for octet, also what no honest server says. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import type { TlsCredentials } from './tls-credentials.ts';

/** The greeting and capabilities of a server that knows the usual extensions. */
export const GREETING = '* OK [CAPABILITY IMAP4rev1 LITERAL+ ENABLE] ready\r\n';

export interface ScriptedServer {
  readonly host: string;
  readonly port: number;
  /** Settles when the script of the first connection has ended. */
  readonly played: Promise<void>;
}

export interface ScriptedServerOptions {
  /** Plays the server's side of each connection. */
  readonly play: (peer: ServerPeer) => Promise<void> | void;
  /** Present: TLS from the first octet. */
  readonly tls?: TlsCredentials;
}

/**
 * Starts a server on 127.0.0.1, which ends with the test. A connection is left open when its script has ended, and cut when its script
 * has failed; the test fails then.
 */
export async function startScriptedServer(
  t: TestContext,
  { play, tls }: ScriptedServerOptions,
): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const failures: Error[] = [];
  const { promise: played, settle } = playing();
  const server = createServer((socket) => {
    sockets.add(socket);
    const peer = new ServerPeer(socket);
    const run = async () => {
      if (tls) peer.startTls(tls);
      await play(peer);
    };
    settle(
      run().catch((error: Error) => {
        failures.push(error);
        peer.cut();
      }),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    if (failures[0]) throw failures[0];
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { host: '127.0.0.1', port: address.port, played };
}

function playing(): { readonly promise: Promise<void>; readonly settle: (outcome: Promise<void>) => void } {
  let settle: (outcome: Promise<void>) => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** The server's side of one connection. */
export class ServerPeer {
  readonly #tcp: Socket;
  #socket: Socket;
  #received = Buffer.alloc(0);
  #hasEnded = false;
  #wake: () => void = () => undefined;
  #onWritable: () => void = () => undefined;
  readonly #onData = (chunk: Buffer): void => {
    this.#received = Buffer.concat([this.#received, chunk]);
    this.#wake();
  };

  constructor(socket: Socket) {
    this.#tcp = socket;
    this.#socket = this.#listen(socket);
  }

  #listen(socket: Socket): Socket {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#hasEnded = true;
      this.#wake();
      this.#onWritable();
    });
    return socket.on('data', this.#onData);
  }

  /** True once the client has closed the connection. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  send(octets: string | Uint8Array): void {
    this.#socket.write(octets);
  }

  /** Sends and waits until the octets have left, or the client has closed the connection; gives whether it is still there. */
  async sendAll(octets: string | Uint8Array): Promise<boolean> {
    if (this.#hasEnded) return false;
    if (!this.#socket.write(octets)) {
      await new Promise<void>((resolve) => {
        this.#onWritable = resolve;
        this.#socket.once('drain', resolve);
      });
    }
    return !this.#hasEnded;
  }

  /** Sends the same octets again and again, until the client has closed the connection. */
  async sendForever(octets: string | Uint8Array): Promise<void> {
    const chunk = Buffer.from(octets);
    while (await this.sendAll(chunk)) await nextTurn();
  }

  /** Sends single octets, so many milliseconds apart. */
  async sendSlowly(octets: string, everyMs: number): Promise<void> {
    for (const octet of Buffer.from(octets)) {
      if (!(await this.sendAll(Buffer.of(octet)))) return;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  /** The next line without its CRLF; undefined when the client has closed the connection. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#received.indexOf('\r\n');
      if (end >= 0) return this.#take(end + 2).toString('latin1', 0, end);
      if (this.#hasEnded) return undefined;
      await this.#more();
    }
  }

  /** Takes the next line, which must be the given one. */
  async expect(line: string): Promise<void> {
    assert.equal(await this.line(), line);
  }

  /** The next octets. */
  async octets(count: number): Promise<Buffer> {
    while (this.#received.length < count && !this.#hasEnded) await this.#more();
    return Buffer.from(this.#take(count));
  }

  /** Settles when the client has closed the connection; gives what it sent and nobody has taken. */
  async end(): Promise<string> {
    while (!this.#hasEnded) await this.#more();
    return this.#take(this.#received.length).toString('latin1');
  }

  /** Begins TLS as the server; what is sent from now on is encrypted. */
  startTls(credentials: TlsCredentials, options: SecureContextOptions = {}): void {
    this.#socket.off('data', this.#onData);
    const secureContext = createSecureContext({ ...credentials, ...options });
    this.#socket = this.#listen(new TLSSocket(this.#tcp, { isServer: true, secureContext }));
  }

  /** Stops reading, and so, in time, lets the client write no more. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Closes this side of the connection. */
  finish(): void {
    this.#socket.end();
  }

  /** Closes the connection below TLS. */
  cut(): void {
    this.#tcp.destroy();
  }

  /** Ends the connection by a TCP reset. */
  reset(): void {
    this.#tcp.resetAndDestroy();
  }

  #take(count: number): Buffer {
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
