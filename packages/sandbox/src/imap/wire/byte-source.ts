import type { Duplex } from 'node:stream';
import type { OctetText } from '../../octet-text.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** An overlong line; the stream position is lost. */
export class LineTooLong extends Error {}

/** One reader at a time. No read-ahead: slow sessions throttle the peer, and TLS loses no octet. */
export class ByteSource {
  readonly #socket: Duplex;
  #rest: Buffer = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on('readable', this.#onReadable);
    socket.on('end', this.#onEnd);
    socket.on('close', this.#onEnd);
  }

  /** Without CRLF or bare LF; undefined at the end. */
  async readLine(maxOctets: number): Promise<OctetText | undefined> {
    const pieces: Buffer[] = [];
    let octets = 0;
    for (;;) {
      const chunk = await this.#nextChunk();
      if (chunk === undefined) return undefined;
      const end = chunk.indexOf(LINE_FEED);
      const piece = end < 0 ? chunk : chunk.subarray(0, end);
      octets += piece.length;
      if (octets > maxOctets) throw new LineTooLong();
      pieces.push(piece);
      if (end < 0) continue;
      this.#rest = chunk.subarray(end + 1);
      return withoutCarriageReturn(Buffer.concat(pieces)).toString('latin1');
    }
  }

  async readBytes(octets: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    let missing = octets;
    while (missing > 0) {
      const chunk = await this.#nextChunk();
      if (chunk === undefined) return undefined;
      const piece = chunk.subarray(0, missing);
      this.#rest = chunk.subarray(piece.length);
      missing -= piece.length;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** Releases the socket; drops octets sent before TLS (RFC 3501 §6.2.1). */
  detach(): void {
    this.#socket.read();
    this.#rest = Buffer.alloc(0);
    this.#socket.off('readable', this.#onReadable);
    this.#socket.off('end', this.#onEnd);
    this.#socket.off('close', this.#onEnd);
  }

  async #nextChunk(): Promise<Buffer | undefined> {
    if (this.#rest.length > 0) {
      const rest = this.#rest;
      this.#rest = Buffer.alloc(0);
      return rest;
    }
    for (;;) {
      const chunk: Buffer | null = this.#socket.read();
      if (chunk !== null) return chunk;
      if (this.#isEnded) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  readonly #onReadable = (): void => {
    this.#wake();
  };

  readonly #onEnd = (): void => {
    this.#isEnded = true;
    this.#wake();
  };
}

function withoutCarriageReturn(line: Buffer): Buffer {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}
