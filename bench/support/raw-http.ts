/** HTTP over plain sockets that stay open: it costs the measuring process as little as the raw IMAP exchange does. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  readonly method: string;
  /** The path with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const END_OF_HEAD = '\r\n\r\n';

/** One server; as many connections as there are requests at the same time. */
export class RawHttp {
  readonly #address: URL;
  readonly #idle: RawHttpConnection[] = [];

  constructor(address: string) {
    this.#address = new URL(address);
  }

  /** Sends the request and gives the whole answer, which must tell its length. Throws when the connection ends. */
  async exchange(request: RawRequest): Promise<RawAnswer> {
    const connection = this.#idle.pop() ?? (await RawHttpConnection.open(this.#address));
    const answer = await connection.exchange(request);
    this.#idle.push(connection);
    return answer;
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}

/** One connection, one request at a time. */
class RawHttpConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #chunks: Buffer[] = [];
  #octets = 0;
  /** Octets of the answer with its head; undefined before the head is read. */
  #expected: number | undefined;
  #bodyStart = 0;
  #awaited:
    | { readonly resolve: (answer: RawAnswer) => void; readonly reject: (error: Error) => void }
    | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#awaited?.reject(error));
    socket.on('close', () => this.#awaited?.reject(new Error('The HTTP connection was closed.')));
  }

  static async open({ hostname, port, host }: URL): Promise<RawHttpConnection> {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawHttpConnection(socket, host);
  }

  exchange({ method, target, headers, body = '' }: RawRequest): Promise<RawAnswer> {
    const fields = {
      host: this.#host,
      ...headers,
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    return new Promise((resolve, reject) => {
      this.#awaited = { resolve, reject };
      this.#socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    });
  }

  close(): void {
    this.#awaited = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#octets += chunk.length;
    if (this.#expected === undefined) this.#readHead();
    if (this.#expected === undefined || this.#octets < this.#expected) return;
    const answer = Buffer.concat(this.#chunks);
    const status = Number(answer.toString('latin1', 'HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    const body = answer.subarray(this.#bodyStart);
    const { resolve } = this.#awaited ?? {};
    [this.#chunks, this.#octets, this.#expected, this.#awaited] = [[], 0, undefined, undefined];
    resolve?.({ status, body });
  }

  #readHead(): void {
    const received = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const end = received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end)) ?? [];
    if (length === undefined) this.#awaited?.reject(new Error('The answer does not tell its length.'));
    this.#bodyStart = end + END_OF_HEAD.length;
    this.#expected = this.#bodyStart + Number(length);
  }
}
