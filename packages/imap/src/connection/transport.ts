/** One socket with the reader of its responses. Reading keeps pace with consumers, and with the event loop. */
import type { Socket } from 'node:net';
import type { Response } from '../responses/response.ts';
import { ResponseReader } from '../responses/response-reader.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';

/** The events of a transport, in the order of the octets. */
export interface TransportEvents {
  /** Octets that are about to be read. */
  onOctets(octets: number): void;
  onResponse(response: Response): void;
  claimLiteral(literal: AnnouncedLiteral): LiteralSink | undefined;
  /** True: a consumer of a literal is full, and nothing is read until it is not. */
  onStall(isStalled: boolean): void;
  /** The connection is broken, with the socket's error where it had one; or the server closed it. */
  onEnd(cause: Error | undefined): void;
  /** Reading has thrown: a bound was passed, or a listener failed. */
  onFailure(error: Error): void;
}

/** How long the event loop may be held in one turn. */
const MAX_WORK_MS = 10;
/** The octets that are read between two looks at the clock: fewer when reading was slow, more when it was fast. */
const MIN_SLICE_OCTETS = 4 * 1024;
const MAX_SLICE_OCTETS = 64 * 1024;
const LONG_SLICE_MS = 4;
const SHORT_SLICE_MS = 1;

/** Writes octets to a socket and emits the responses that it reads from it. */
export class Transport {
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  readonly #events: TransportEvents;
  /** Octets that were received and not parsed; at most one chunk of the socket. */
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

  /** Writes octets to the socket; commands that do not wait for each other go there together. False: its buffer is full until `onDrain`. */
  write(octets: Uint8Array): boolean {
    if (this.#hasEnded) return true;
    if (!this.#isCorked) this.#cork();
    return this.#socket.write(octets);
  }

  #cork(): void {
    this.#isCorked = true;
    this.#socket.cork();
    // Promises are settled before: what they send belongs to the same turn.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#isCorked = false;
        this.#socket.uncork();
      }),
    );
  }

  /** Calls the listener once when the socket has sent what it kept. */
  onDrain(listener: () => void): void {
    this.#socket.once('drain', listener);
  }

  /** Stops reading at the response that is being passed on, so that TLS can begin. */
  detach(): void {
    this.#hasEnded = true;
    this.#reader.detach();
    this.#socket.off('data', this.#onData).pause();
  }

  /** Octets that were received after the last response that was passed on. */
  get unreadOctets(): number {
    const waiting = this.#waiting.reduce((sum, { length }) => sum + length, 0);
    return waiting + this.#reader.unreadOctets + this.#socket.readableLength;
  }

  /** The socket, once the transport is detached from it. */
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

  /** Stops the socket while octets wait, and sees to it that reading goes on. */
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

  /** A sink has room again. */
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
