/** A client that speaks IMAP line by line, for tests that look at the very octets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ByteSource } from '../../src/imap/wire/byte-source.ts';

/** What the server said to one command: untagged answers with their literals, then the tagged answer. */
export interface Reply {
  readonly untagged: readonly string[];
  readonly answer: string;
}

const MAX_LINE_OCTETS = 1024 * 1024;

/** Each command has the tag `a`. Texts are octets. */
export class LineClient {
  #socket: Socket;
  #source: ByteSource;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#source = new ByteSource(socket);
    socket.on('error', () => undefined);
  }

  static async connect(port: number): Promise<LineClient> {
    const socket = connect(port, '127.0.0.1');
    const client = new LineClient(socket);
    await once(socket, 'connect');
    return client;
  }

  static async connectTls(port: number, ca: string | Buffer): Promise<LineClient> {
    const socket = connectTls({ port, host: '127.0.0.1', ca });
    const client = new LineClient(socket);
    await once(socket, 'secureConnect');
    return client;
  }

  /** Sends octets as they are. */
  send(octets: string): void {
    this.#socket.write(octets, 'latin1');
  }

  /** One answer: a line, with the literals it announces. Undefined when the connection is closed. */
  async read(): Promise<string | undefined> {
    const line = await this.readLine();
    const literal = /\{(\d+)\}$/.exec(line ?? '');
    if (line === undefined || literal === null) return line;
    const bytes = await this.#source.readBytes(Number(literal[1]));
    const rest = await this.read();
    return `${line}\r\n${bytes?.toString('latin1') ?? ''}${rest ?? ''}`;
  }

  /** One line; literals that it announces are left to `readOctets`. */
  readLine(): Promise<string | undefined> {
    return this.#source.readLine(MAX_LINE_OCTETS);
  }

  readOctets(octets: number): Promise<Buffer | undefined> {
    return this.#source.readBytes(octets);
  }

  /** Sends a command and reads up to its tagged answer, or to the end of the connection. */
  run(command: string): Promise<Reply> {
    this.send(`a ${command}\r\n`);
    return this.readReply();
  }

  /** Reads up to the tagged answer, or to the end of the connection: then `answer` is `closed`. */
  async readReply(): Promise<Reply> {
    const untagged: string[] = [];
    for (;;) {
      const line = await this.read();
      if (line === undefined) return { untagged, answer: 'closed' };
      if (line.startsWith('a ')) return { untagged, answer: line.slice(2) };
      untagged.push(line);
    }
  }

  /** Encrypts the connection after STARTTLS. */
  async startTls(ca: string | Buffer): Promise<void> {
    this.#source.detach();
    const socket = connectTls({ socket: this.#socket, host: '127.0.0.1', ca });
    this.#socket = socket;
    this.#source = new ByteSource(socket);
    await once(socket, 'secureConnect');
  }

  close(): void {
    this.#socket.destroy();
  }
}
