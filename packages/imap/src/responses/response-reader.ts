import { BoundExceeded } from '../errors.ts';
import type { Bounds } from '../wire/bounds.ts';
import { announcedOctets, MAX_HEADER_OCTETS } from '../wire/literal-header.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';
import { NumberLineReader } from '../wire/number-line-reader.ts';
import { OctetBuffer } from '../wire/octet-buffer.ts';
import { ASTERISK, LF } from '../wire/octets.ts';
import {
  isNumberResponse,
  KIND_OCTETS,
  numbersStart,
  pastPadding,
  type ResponseKind,
  responseKind,
} from '../wire/response-kind.ts';
import type { UnreadableReason } from '../wire/syntax-failure.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import { toAnnouncedSection } from './announced-literal.ts';
import { toNumberResponse } from './number-responses.ts';
import type { ParseContext } from './parse-context.ts';
import { parseFetchBeginning, parseResponse } from './parse-response.ts';
import type { Response, UnreadableResponse } from './response.ts';

/** Limits and receivers. */
export interface ResponseReaderOptions {
  readonly bounds: Bounds;
  /** Called from `push`, in order. */
  readonly onResponse: (response: Response) => void;
  /** Only above MIN_STREAMED_OCTETS. */
  readonly claimLiteral?: (literal: AnnouncedLiteral) => LiteralSink | undefined;
}

/** Streaming smaller literals costs more than it saves. */
export const MIN_STREAMED_OCTETS = 16 * 1024;
/** Searched for an oversized response's uid. */
const BEGINNING_OCTETS = 4096;
/** Searched for each streamable literal. */
const ANNOUNCING_OCTETS = 64 * 1024;
const EMPTY: Buffer = Buffer.alloc(0);

type OctetBound = 'greetingOctets' | 'numberLineOctets' | 'lineOctets' | 'literalOctets' | 'responseOctets';

interface OpenResponse {
  kind: ResponseKind | undefined;
  /** Octets outside literals. */
  lineOctets: number;
  literalOctets: number;
  sink: LiteralSink | undefined;
  streamed: Set<number> | undefined;
  uid: number | null;
  numbers: NumberLineReader | undefined;
  /** Above a bound: the rest is skipped. */
  skipped: UnreadableResponse | undefined;
}

/** Reads responses within bounds; releases delivered ones. */
export class ResponseReader implements ParseContext {
  readonly bounds: Bounds;
  readonly #options: ResponseReaderOptions;
  readonly #octets = new OctetBuffer();
  #open = openResponse();
  /** May announce a literal. */
  #lineTail = EMPTY;
  /** Received while a sink was full. */
  #backlog = EMPTY;
  #isDetached = false;
  #isPaused = false;
  #resumeListener: () => void = () => undefined;
  /** Until login, `greetingOctets` bounds lines. */
  isAuthenticated = false;
  isUtf8 = false;

  constructor(options: ResponseReaderOptions) {
    this.#options = options;
    this.bounds = options.bounds;
  }

  /** A sink is full: stop reading, because `push` buffers. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Throws BoundExceeded; discard the reader then. */
  push(chunk: Buffer): void {
    if (this.#isPaused || this.#isDetached) this.#backlog = joined(this.#backlog, chunk);
    else this.#read(chunk);
  }

  /** Called when the sink has room and the backlog is read. */
  onResume(listener: () => void): void {
    this.#resumeListener = listener;
  }

  /** Later octets are only counted. */
  detach(): void {
    this.#isDetached = true;
  }

  /** Received but not delivered. */
  get unreadOctets(): number {
    return this.#octets.length + this.#backlog.length;
  }

  #read(chunk: Buffer): void {
    let position = 0;
    while (position < chunk.length && !this.#isPaused && !this.#isDetached) {
      position =
        this.#open.literalOctets > 0 ? this.#readLiteral(chunk, position) : this.#readLine(chunk, position);
    }
    this.#octets.settle();
    this.#backlog = chunk.subarray(position);
  }

  #readLine(chunk: Buffer, position: number): number {
    const start = this.#open.lineOctets === 0 ? pastPadding(chunk, position) : position;
    if (start === chunk.length) return start;
    const newline = chunk.indexOf(LF, start);
    const end = newline < 0 ? chunk.length : newline + 1;
    this.#open.lineOctets += end - start;
    if (this.#open.numbers) this.#open.numbers.push(chunk, start, end);
    else this.#keep(chunk, start, end);
    if (this.#open.kind === undefined) this.#tellKind(newline >= 0);
    this.#checkLine();
    if (newline < 0) this.#lineTail = lastOctets(this.#lineTail, chunk.subarray(start, end));
    else this.#endLine(chunk, start, end);
    return end;
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    if (!this.#open.skipped) this.#octets.append(chunk, start, end);
  }

  #tellKind(isLineComplete: boolean): void {
    if (!isLineComplete && this.#octets.length < KIND_OCTETS) return;
    const open = this.#open;
    const beginning = this.#octets.peek();
    const text = beginning[0] === ASTERISK ? beginning.toString('latin1', 0, KIND_OCTETS) : '';
    open.kind = responseKind(text);
    if (!isNumberResponse(open.kind)) return;
    const isList = open.kind === 'SEARCH' || open.kind === 'SORT';
    open.numbers = new NumberLineReader({ isList, maxNumbers: this.bounds.messages });
    open.numbers.push(beginning, numbersStart(text), beginning.length);
    this.#octets.clear();
  }

  /** The larger excess came first, however octets are chunked. */
  #checkLine(): void {
    const [line, response] = [this.#lineBound(), this.#responseBound];
    const lineExcess = this.#open.lineOctets - this.bounds[line];
    const responseExcess = this.#octets.length - this.bounds[response];
    if (Math.max(lineExcess, responseExcess) > 0)
      this.#exceed(lineExcess >= responseExcess ? line : response);
  }

  get #responseBound(): 'greetingOctets' | 'responseOctets' {
    return this.isAuthenticated ? 'responseOctets' : 'greetingOctets';
  }

  #lineBound(): 'greetingOctets' | 'numberLineOctets' | 'lineOctets' {
    if (!this.isAuthenticated) return 'greetingOctets';
    return this.#open.numbers ? 'numberLineOctets' : 'lineOctets';
  }

  /** One message above a bound must not cost others. */
  #exceed(name: OctetBound): void {
    if (this.#open.skipped) return;
    if (this.#open.kind !== 'fetch') throw new BoundExceeded(name, this.bounds[name]);
    // Exactly to the bound, however octets are chunked.
    const octets =
      name === 'literalOctets' ? BEGINNING_OCTETS : Math.min(BEGINNING_OCTETS, this.bounds[name]);
    const fetched = parseFetchBeginning(this.#octets.peek(octets), this);
    this.#open.skipped = unreadable('FETCH', 'octets', fetched);
    this.#octets.clear();
  }

  #endLine(chunk: Buffer, start: number, end: number): void {
    const { kind } = this.#open;
    const hasLiterals = kind === 'fetch' || kind === 'data';
    const announced = hasLiterals ? this.#announcedOctets(chunk, start, end) : undefined;
    this.#lineTail = EMPTY;
    if (announced === undefined) this.#endResponse();
    else this.#beginLiteral(announced);
  }

  #announcedOctets(chunk: Buffer, start: number, end: number): number | undefined {
    if (this.#lineTail.length === 0) return announcedOctets(chunk, start, end);
    const tail = lastOctets(this.#lineTail, chunk.subarray(start, end));
    return announcedOctets(tail, 0, tail.length);
  }

  #beginLiteral(octets: number): void {
    const open = this.#open;
    open.sink = this.#claim(octets);
    const exceeded = open.sink ? undefined : this.#exceededBy(octets);
    if (open.sink) open.streamed = (open.streamed ?? new Set()).add(this.#octets.length);
    else if (exceeded) this.#exceed(exceeded);
    open.literalOctets = octets;
  }

  #exceededBy(octets: number): OctetBound | undefined {
    if (this.isAuthenticated && octets > this.bounds.literalOctets) return 'literalOctets';
    const bound = this.#responseBound;
    return this.#octets.length + octets > this.bounds[bound] ? bound : undefined;
  }

  #claim(octets: number): LiteralSink | undefined {
    const { claimLiteral } = this.#options;
    if (!claimLiteral || octets <= MIN_STREAMED_OCTETS) return undefined;
    if (this.#open.kind !== 'fetch' || this.#open.skipped) return undefined;
    const section = toAnnouncedSection(this.#octets.peek());
    if (!section) return undefined;
    this.#open.uid ??= parseFetchBeginning(this.#octets.peek(ANNOUNCING_OCTETS), this)?.uid ?? null;
    return claimLiteral({ uid: this.#open.uid, ...section, octets });
  }

  #readLiteral(chunk: Buffer, start: number): number {
    const open = this.#open;
    const end = Math.min(chunk.length, start + open.literalOctets);
    open.literalOctets -= end - start;
    if (!open.sink) this.#keep(chunk, start, end);
    else this.#pass(open.sink, chunk.subarray(start, end));
    return end;
  }

  #pass(sink: LiteralSink, octets: Buffer): void {
    const hasRoom = sink.write(octets);
    if (this.#open.literalOctets === 0) {
      this.#open.sink = undefined;
      sink.end();
    } else if (!hasRoom) {
      this.#isPaused = true;
      sink.onDrain(() => this.#resume());
    }
  }

  #resume(): void {
    this.#isPaused = false;
    const chunk = this.#backlog;
    this.#backlog = EMPTY;
    this.#read(chunk);
    if (!this.#isPaused) this.#resumeListener();
  }

  #endResponse(): void {
    const response = this.#value();
    this.#open = openResponse();
    this.#options.onResponse(response);
  }

  #value(): Response {
    const { kind, numbers, skipped, streamed } = this.#open;
    if (skipped) return skipped;
    if (!numbers || !isNumberResponse(kind)) return parseResponse(this.#octets.take(), this, streamed);
    try {
      return toNumberResponse(kind, numbers.finish());
    } catch (error) {
      if (error instanceof SyntaxFailure) return unreadable(kind, error.reason, null);
      throw error;
    }
  }
}

function openResponse(): OpenResponse {
  return {
    kind: undefined,
    lineOctets: 0,
    literalOctets: 0,
    sink: undefined,
    streamed: undefined,
    uid: null,
    numbers: undefined,
    skipped: undefined,
  };
}

function unreadable(
  name: string,
  reason: UnreadableReason,
  fetched: { readonly sequenceNumber: number; readonly uid?: number } | null,
): UnreadableResponse {
  const { sequenceNumber = null, uid = null } = fetched ?? {};
  return { kind: 'unreadable', name, sequenceNumber, uid, reason };
}

function lastOctets(earlier: Buffer, later: Buffer): Buffer {
  if (later.length >= MAX_HEADER_OCTETS) return Buffer.from(later.subarray(-MAX_HEADER_OCTETS));
  return joined(earlier, later).subarray(-MAX_HEADER_OCTETS);
}

function joined(earlier: Buffer, later: Buffer): Buffer {
  return earlier.length === 0 ? Buffer.from(later) : Buffer.concat([earlier, later]);
}
