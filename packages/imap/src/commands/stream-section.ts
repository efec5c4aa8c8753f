import type { Command, CommandRunner, RunningCommand } from '../connection/command.ts';
import { ProtocolViolation, StreamAbandoned } from '../errors.ts';
import type { FetchResponse, UntaggedResponse } from '../responses/response.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';
import { OctetQueue } from '../wire/octet-queue.ts';
import { budgetFor, deadlineFor } from './command-budget.ts';
import { formatFetchItems, octetsPerMessage, type SectionItem, sectionKey } from './fetch-items.ts';

/** A message's section. */
export interface SectionRequest extends SectionItem {
  readonly uid: number;
  /** Longest pause between reads before StreamAbandoned; 5 minutes by default. */
  readonly maxPauseMs?: number;
}

/**
 * One pass over a section: read to the end, leave the loop, or call `cancel`. Await no other command in the
 * loop.
 */
export interface SectionStream extends AsyncIterable<Buffer> {
  /** Fewer octets throw. */
  readonly octets: number;
  /** Drops a short rest; a long one closes the connection. */
  cancel(): void;
}

/** Slower servers only occupy a connection. */
const MIN_OCTETS_PER_SECOND = 1024;
const MAX_SILENCE_MS = 30_000;
const DEFAULT_MAX_PAUSE_MS = 5 * 60 * 1000;

/**
 * Streams a section in constant memory, without \Seen (RFC 9051 §6.4.5); null for a missing message. Throws
 * ProtocolViolation for an omitted section; the stream throws StreamAbandoned. `isBinary` needs BINARY;
 * CommandRefused `UNKNOWN-CTE`: the server cannot decode.
 */
export async function streamSection(
  runner: CommandRunner,
  request: SectionRequest,
  signal: AbortSignal,
): Promise<SectionStream | null> {
  const stream = new ArrivingSection(request);
  const octets = octetsPerMessage([request], runner.bounds);
  const budget = budgetFor(1, octets);
  const running = runner.run(
    {
      name: 'UID FETCH',
      parts: [`UID FETCH ${request.uid} ${formatFetchItems(['UID', request])}`],
      budget: {
        ...budget,
        deadlineMs: deadlineFor(budget.octets),
        octetsPerSecond: MIN_OCTETS_PER_SECOND,
        silenceMs: MAX_SILENCE_MS,
      },
      concurrency: 'one FETCH',
      onResponse: (response, command) => stream.take(response, command),
      onLiteral: (literal) => stream.claim(literal),
    } satisfies Command,
    AbortSignal.any([signal, stream.cancelled]),
  );
  running.then(
    () => stream.finish(),
    (error: unknown) => stream.fail(error),
  );
  return (await stream.isThere) ? stream : null;
}

class ArrivingSection implements SectionStream, AsyncIterator<Buffer> {
  readonly isThere: Promise<boolean>;
  octets = 0;
  readonly #request: SectionRequest;
  readonly #queue: OctetQueue;
  readonly #cancelling = new AbortController();
  #settle: (isThere: boolean) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #hasBegun = false;
  #isUnusable = false;
  #remaining = 0;

  constructor(request: SectionRequest) {
    this.#request = request;
    const { maxPauseMs = DEFAULT_MAX_PAUSE_MS } = request;
    this.#queue = new OctetQueue({ maxWaitMs: maxPauseMs, onAbandoned: () => this.#abandon(maxPauseMs) });
    this.isThere = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#reject = reject;
    });
  }

  get cancelled(): AbortSignal {
    return this.#cancelling.signal;
  }

  claim({ uid, section, isBinary, octets }: AnnouncedLiteral): LiteralSink | undefined {
    const { isBinary: wantsBinary = false } = this.#request;
    const isWanted =
      uid === this.#request.uid && isBinary === wantsBinary && section === sectionKey(this.#request);
    if (!isWanted || this.#hasBegun) return undefined;
    this.#begin(octets);
    return this.#queue;
  }

  /** Small sections, and those before a late uid, come within the response. */
  take(response: UntaggedResponse, command: RunningCommand): boolean {
    if (response.kind === 'unreadable') return this.#takeUnreadable(response.uid, command);
    if (response.kind !== 'fetch' || response.uid !== this.#request.uid) return false;
    const section = this.#sectionOf(response);
    // Another client's flag change.
    if (section === undefined && response.flags !== undefined) return false;
    if (this.#hasBegun) return true;
    if (section) {
      this.#begin(section.length);
      this.#queue.write(section);
    } else this.#isUnusable = true;
    return true;
  }

  #takeUnreadable(uid: number | null, command: RunningCommand): boolean {
    if (uid !== null && uid !== this.#request.uid) return false;
    command.reject(new ProtocolViolation('The answer to UID FETCH could not be read.'));
    return true;
  }

  #sectionOf({ sections, binarySections }: FetchResponse): Buffer | null | undefined {
    return (this.#request.isBinary ? binarySections : sections).get(sectionKey(this.#request));
  }

  #begin(announced: number): void {
    const { octets = Number.POSITIVE_INFINITY } = this.#request;
    this.#hasBegun = true;
    this.octets = Math.min(announced, octets);
    this.#remaining = this.octets;
    this.#settle(true);
  }

  finish(): void {
    if (this.#hasBegun) this.#queue.finish();
    else if (this.#isUnusable) this.#reject(missingSection());
    else this.#settle(false);
  }

  fail(error: unknown): void {
    if (this.cancelled.aborted) return;
    this.#reject(error);
    this.#queue.drop(error);
  }

  cancel(): void {
    this.#cancelling.abort();
    this.#remaining = 0;
    this.#queue.drop();
  }

  #abandon(maxPauseMs: number): void {
    this.#cancelling.abort();
    this.#queue.drop(new StreamAbandoned(maxPauseMs));
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return this;
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    for (;;) {
      const chunk = await this.#queue.take();
      if (chunk === undefined) return this.#end();
      const value = chunk.subarray(0, this.#remaining);
      this.#remaining -= value.length;
      if (value.length > 0) return { done: false, value };
    }
  }

  async return(): Promise<IteratorResult<Buffer, undefined>> {
    this.cancel();
    return { done: true, value: undefined };
  }

  /** A truncated file must never look complete. */
  #end(): IteratorResult<Buffer, undefined> {
    if (this.#remaining > 0) throw missingSection();
    return { done: true, value: undefined };
  }
}

function missingSection(): ProtocolViolation {
  return new ProtocolViolation('The server did not give the section of a message that it has.');
}
