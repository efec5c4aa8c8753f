import type { Socket } from 'node:net';
import type { Response } from '../responses/response.ts';
import { ResponseReader } from '../responses/response-reader.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';

/** Events, in octet order. */
export interface TransportEvents {
  onOctets(octets: number): void;
  onResponse(response: Response): void;
  claimLiteral(literal: AnnouncedLiteral): LiteralSink | undefined;
  onStall(isStalled: boolean): void;
  onEnd(cause: Error | undefined): void;
  onFailure(error: Error): void;
}

/** Per turn of the event loop. */
const MAX_WORK_MS = 10;
const MIN_SLICE_OCTETS = 4 * 1024;
const MAX_SLICE_OCTETS = 64 * 1024;
const LONG_SLICE_MS = 4;
const SHORT_SLICE_MS = 1;

/** Socket and reader, paced by consumers and event loop. */
export class Transport {
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  readonly #events: TransportEvents;
  #waiting: Buffer[] = [];
  #turn: NodeJS.Immediate | undefined;
  #workMs = 0;
  #sliceOctets = MIN_SLICE_OCTETS;
  #isWorking = false;
  #isStalled = false;
  #hasEnded = false;
  #isCorked = false;
  readonly #onData = (chunk: Buffer): void => {
    this.#waiting.push(chunk);
    this.#work();
  };

  constructor(socket: Socket, bounds: Bounds, events: TransportEvents) {
    this.#socket = socket;
    this.#events = events;
    this.#reader = new ResponseReader({
      bounds,
      onResponse: (response) => events.onResponse(response),
      claimLiteral: (literal) => events.claimLiteral(literal),
    });
    this.#reader.onResume(() => this.#resume());
    socket.on('error', (error) => this.#end(error));
    socket.once('end', () => this.#end(undefined));
    socket.once('close', () => this.#end(undefined));
    socket.on('data', this.#onData);
  }

  get reader(): ResponseReader {
    return this.#reader;
  }

  /** Joins concurrent commands. False until `onDrain`. */
  write(octets: Uint8Array): boolean {
    if (this.#hasEnded) return true;
    if (!this.#isCorked) this.#cork();
    return this.#socket.write(octets);
  }

  #cork(): void {
    this.#isCorked = true;
    this.#socket.cork();
    // Settled promises run first, in this turn.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#isCorked = false;
        this.#socket.uncork();
      }),
    );
  }

  onDrain(listener: () => void): void {
    this.#socket.once('drain', listener);
  }

  /** Stops at the current response, before TLS. */
  detach(): void {
    this.#hasEnded = true;
    this.#reader.detach();
    this.#socket.off('data', this.#onData).pause();
  }

  /** After the last delivered response. */
  get unreadOctets(): number {
    const waiting = this.#waiting.reduce((sum, { length }) => sum + length, 0);
    return waiting + this.#reader.unreadOctets + this.#socket.readableLength;
  }

  get socket(): Socket {
    return this.#socket;
  }

  destroy(): void {
    this.#hasEnded = true;
    this.#reader.detach();
    clearImmediate(this.#turn);
    this.#waiting = [];
    this.#socket.destroy();
  }

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      this.#readWaiting();
    } catch (error) {
      this.#events.onFailure(error as Error);
    } finally {
      this.#isWorking = false;
    }
    this.#throttle();
  }

  #readWaiting(): void {
    let start = performance.now();
    while (this.#mayRead) {
      const slice = this.#takeSlice();
      if (slice === undefined) return;
      this.#events.onOctets(slice.length);
      if (!this.#hasEnded) this.#reader.push(slice);
      const end = performance.now();
      this.#noteWork(end - start);
      start = end;
    }
  }

  #noteWork(milliseconds: number): void {
    this.#workMs += milliseconds;
    if (milliseconds > LONG_SLICE_MS) this.#sliceOctets = Math.max(MIN_SLICE_OCTETS, this.#sliceOctets / 2);
    else if (milliseconds < SHORT_SLICE_MS) {
      this.#sliceOctets = Math.min(MAX_SLICE_OCTETS, this.#sliceOctets * 2);
    }
  }

  get #mayRead(): boolean {
    return !this.#hasEnded && !this.#reader.isPaused && this.#workMs <= MAX_WORK_MS;
  }

  #takeSlice(): Buffer | undefined {
    const chunk = this.#waiting.shift();
    if (chunk === undefined || chunk.length <= this.#sliceOctets) return chunk;
    this.#waiting.unshift(chunk.subarray(this.#sliceOctets));
    return chunk.subarray(0, this.#sliceOctets);
  }

  #throttle(): void {
    if (this.#hasEnded) return;
    this.#setStalled(this.#reader.isPaused);
    if (this.#reader.isPaused || this.#workMs > MAX_WORK_MS) this.#socket.pause();
    else this.#socket.resume();
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#workMs = 0;
      if (this.#waiting.length > 0 || this.#socket.isPaused()) this.#work();
    });
  }

  #resume(): void {
    if (!this.#isWorking) this.#work();
  }

  #setStalled(isStalled: boolean): void {
    if (isStalled === this.#isStalled) return;
    this.#isStalled = isStalled;
    this.#events.onStall(isStalled);
  }

  #end(cause: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#events.onEnd(cause);
  }
}
