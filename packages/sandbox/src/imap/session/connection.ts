import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import { Dripper } from '../../dripper.ts';
import type { OctetText } from '../../octet-text.ts';
import { ByteSource } from '../wire/byte-source.ts';
import {
  type CommandReaderOptions,
  type LiteralLimits,
  MAX_LINE_OCTETS,
  type RawCommand,
  readCommand,
} from '../wire/command-reader.ts';
import type { WirePiece } from '../wire/wire-text.ts';

/** At least 30 minutes (RFC 3501 §5.4). */
const IDLE_TIMEOUT_MS = 30 * 60 * 1000;
const WRITE_CHUNK_OCTETS = 64 * 1024;

/** Socket and hooks. */
export interface ConnectionOptions {
  readonly socket: Socket;
  readonly number: number;
  readonly literalLimits: LiteralLimits;
  readonly onSent: (octets: number) => void;
}

export type LiteralAnswers = Pick<CommandReaderOptions, 'meetLiteral' | 'sendRefusal'>;

/** Socket errors end only the connection. */
export class Connection {
  readonly number: number;
  readonly #options: ConnectionOptions;
  readonly #closed = new AbortController();
  #socket: Socket;
  #source: ByteSource;
  #pending: Buffer[] = [];
  #pendingOctets = 0;
  #isFrozen = false;
  #dripper: Dripper | undefined;

  constructor(options: ConnectionOptions) {
    this.number = options.number;
    this.#options = options;
    this.#socket = options.socket;
    this.#source = new ByteSource(options.socket);
    this.#watch(options.socket);
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  readCommand(answers: LiteralAnswers): Promise<RawCommand | undefined> {
    return readCommand({
      ...answers,
      source: this.#source,
      limits: this.#options.literalLimits,
      sendContinuation: () => this.sendLine('+ OK'),
    });
  }

  readLine(): Promise<OctetText | undefined> {
    return this.#source.readLine(MAX_LINE_OCTETS);
  }

  sendLine(line: OctetText): void {
    this.queue([line, '\r\n']);
    this.flush();
  }

  queue(pieces: readonly WirePiece[]): void {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      this.#pending.push(bytes);
      this.#pendingOctets += bytes.length;
    }
    if (this.#pendingOctets >= WRITE_CHUNK_OCTETS) this.flush();
  }

  flush(): void {
    if (this.#pendingOctets === 0) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingOctets = 0;
    if (this.isClosed || this.#isFrozen || this.#socket.writableEnded) return;
    this.#options.onSent(bytes.length);
    if (this.#dripper === undefined) this.#socket.write(bytes);
    else this.#dripper.write(bytes);
  }

  /** Flushes, then sends and accepts nothing until closed from outside. */
  async freeze(): Promise<void> {
    this.flush();
    this.#isFrozen = true;
    this.#socket.setTimeout(0);
    const { signal } = this.#closed;
    if (!signal.aborted) await once(signal, 'abort');
  }

  drip(ms: number): void {
    this.flush();
    this.#dripper ??= new Dripper(this.#socket, ms);
  }

  async drained(): Promise<void> {
    if (this.isClosed || !this.#socket.writableNeedDrain) return;
    const { signal } = this.#closed;
    await once(this.#socket, 'drain', { signal }).catch(() => undefined);
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closed.signal }).catch(() => undefined);
  }

  startTls(secureContext: SecureContext): void {
    const plain = this.#socket;
    this.#source.detach();
    this.#socket = new TLSSocket(plain, { isServer: true, secureContext });
    this.#source = new ByteSource(this.#socket);
    this.#watch(this.#socket);
  }

  close(): void {
    this.flush();
    if (this.#dripper === undefined) this.#socket.destroySoon();
    else this.#dripper.end();
  }

  end(text: OctetText): void {
    if (this.isClosed) return;
    this.sendLine(`* BYE ${text}`);
    this.close();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #watch(socket: Socket): void {
    socket.setTimeout(IDLE_TIMEOUT_MS, () => this.end('Idle for too long'));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#closed.abort());
  }
}
