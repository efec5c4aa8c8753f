import type { Socket } from 'node:net';

/** Writes one octet per interval: no idle timeout fires. */
export class Dripper {
  readonly #socket: Socket;
  readonly #write: (octet: Buffer) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: Buffer[] = [];
  #isEnding = false;

  constructor(socket: Socket, ms: number) {
    this.#socket = socket;
    // Callers may replace the socket's own function.
    this.#write = socket.write.bind(socket);
    this.#timer = setInterval(() => this.#drip(), ms);
    this.#timer.unref();
    socket.once('close', () => clearInterval(this.#timer));
  }

  write(bytes: Buffer): void {
    if (bytes.length > 0) this.#waiting.push(bytes);
  }

  end(): void {
    this.#isEnding = true;
  }

  #drip(): void {
    const [first, ...rest] = this.#waiting;
    if (first !== undefined) {
      this.#write(first.subarray(0, 1));
      this.#waiting = first.length > 1 ? [first.subarray(1), ...rest] : rest;
    } else if (this.#isEnding) {
      clearInterval(this.#timer);
      this.#socket.destroySoon();
    }
  }
}
