/** The raw exchange: commands over a plain socket, whose answers are received and not read. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Dovecot } from '../../packages/posthorn/test/support/dovecot.ts';

/** One connection, one command at a time. */
export class RawImap {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #tag = 0;
  #isDropping = false;
  #awaited: { readonly end: Buffer; readonly resolve: () => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  /** Connects, over TLS where the server has it, and reads the greeting. */
  static async open({
    host,
    port,
    tlsPort,
    caPem,
  }: Pick<Dovecot, 'host' | 'port' | 'tlsPort' | 'caPem'>): Promise<RawImap> {
    const socket =
      tlsPort === undefined ? connect(port, host) : connectTls({ host, port: tlsPort, ca: caPem });
    await once(socket, tlsPort === undefined ? 'connect' : 'secureConnect');
    const connection = new RawImap(socket);
    await connection.#until(Buffer.from('\r\n'));
    return connection;
  }

  /** Sends the command and gives all octets up to its tagged OK. Throws for NO and BAD. */
  async command(text: string): Promise<Buffer> {
    this.#tag += 1;
    this.#socket.write(`r${this.#tag} ${text}\r\n`);
    const answer = await this.#until(Buffer.from(`r${this.#tag} `));
    const status = answer.subarray(answer.lastIndexOf(`r${this.#tag} `)).toString('latin1');
    if (!status.startsWith(`r${this.#tag} OK`)) throw new Error(`${text.slice(0, 60)}: ${status}`);
    return answer;
  }

  /** Sends the command and drops its answer as it arrives; the tagged response must be the end of the last packet. */
  async drain(text: string): Promise<void> {
    this.#isDropping = true;
    await this.command(text).finally(() => {
      this.#isDropping = false;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  async #until(end: Buffer): Promise<Buffer> {
    this.#chunks = [];
    await new Promise<void>((resolve) => {
      this.#awaited = { end, resolve };
    });
    return Buffer.concat(this.#chunks);
  }

  #receive(chunk: Buffer): void {
    if (this.#isDropping) this.#chunks.splice(0, this.#chunks.length - 1);
    this.#chunks.push(chunk);
    const { end, resolve } = this.#awaited ?? {};
    if (!end || !resolve || chunk.at(-1) !== 0x0a) return;
    const tail = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks.slice(-2));
    // The tagged response is the last line, and short.
    if (tail.subarray(-1024).includes(end)) resolve();
  }
}
