/** Invariants of every transcript. */

import { BoundExceeded } from '../src/errors.ts';
import type { FetchResponse, Response } from '../src/responses/response.ts';
import type { Bounds } from '../src/wire/bounds.ts';
import { toPlainValue } from '../test/conformance/plain-value.ts';
import { inChunksOf, openReader } from '../test/conformance/read-responses.ts';
import { countResponses } from './count-responses.ts';
import { processorSlowdown } from './processor.ts';
import type { Random } from './random.ts';
import { CollectingSinks } from './sinks.ts';

export interface Circumstances {
  readonly isUtf8: boolean;
  readonly isAuthenticated: boolean;
  readonly bounds: Partial<Bounds>;
}

/** The result of one reading. `exceeded`: the bound that ended it. */
interface Reading {
  readonly responses: readonly Response[];
  readonly exceeded: string | null;
  readonly error: unknown;
  readonly milliseconds: number;
}

/** For transcripts of at most a megabyte. */
const MAX_GAP_MS = 50;
/** Node's largest socket read. */
const SOCKET_CHUNK_OCTETS = 64 * 1024;
/** Slow readings are repeated: other processes take time too. */
const MEASUREMENTS = 60;
const MAX_SINGLE_OCTETS = 3000;

/** The fault of a reading, in one line; undefined for none. */
export function checkTranscript(
  octets: Buffer,
  circumstances: Circumstances,
  random: Random,
): string | undefined {
  const whole = read([octets], circumstances);
  if (whole.error) return `threw ${whole.error instanceof Error ? whole.error.stack : whole.error}`;
  return (
    checkCount(octets, whole) ??
    checkChunks(octets, circumstances, { whole, random }) ??
    checkStreaming(octets, circumstances, { whole, random }) ??
    (whole.milliseconds > MAX_GAP_MS ? checkTime(octets, circumstances) : undefined)
  );
}

function read(chunks: Iterable<Buffer>, circumstances: Circumstances): Reading {
  const responses: Response[] = [];
  const reader = openReader((response) => responses.push(response), circumstances);
  const start = performance.now();
  const outcome = caught(() => pushAll(chunks, (chunk) => reader.push(chunk)));
  return { responses, ...outcome, milliseconds: performance.now() - start };
}

function pushAll(chunks: Iterable<Buffer>, push: (chunk: Buffer) => void): void {
  for (const chunk of chunks) push(chunk);
}

function caught(run: () => void): Pick<Reading, 'exceeded' | 'error'> {
  try {
    run();
    return { exceeded: null, error: null };
  } catch (error) {
    if (error instanceof BoundExceeded) return { exceeded: error.bound, error: null };
    return { exceeded: null, error };
  }
}

/** Each response gives one value. A reading that ends at a bound is incomplete. */
function checkCount(octets: Buffer, { responses, exceeded }: Reading): string | undefined {
  if (exceeded !== null) return undefined;
  const count = countResponses(octets);
  return count === responses.length ? undefined : `${count} responses gave ${responses.length} values`;
}

interface Comparison {
  readonly whole: Reading;
  readonly random: Random;
}

function checkChunks(
  octets: Buffer,
  circumstances: Circumstances,
  { whole, random }: Comparison,
): string | undefined {
  const expected = toText(whole);
  const chunkings: readonly Iterable<Buffer>[] = [
    chunksByLot(octets, random, 1 + random.below(2000)),
    octets.length <= MAX_SINGLE_OCTETS ? chunksByLot(octets, random, 1) : chunksByLot(octets, random, 70_000),
  ];
  for (const chunks of chunkings) {
    const reading = read(chunks, circumstances);
    if (reading.error) return `threw in chunks ${reading.error instanceof Error ? reading.error.stack : ''}`;
    const actual = toText(reading);
    if (actual !== expected) return `two chunkings differ: ${firstDifference(expected, actual)}`;
  }
  return undefined;
}

/** Chunks of 1 to `longest` octets. */
function* chunksByLot(octets: Buffer, random: Random, longest: number): Iterable<Buffer> {
  for (let start = 0; start < octets.length; ) {
    const end = Math.min(octets.length, start + 1 + random.below(longest));
    yield Buffer.from(octets.subarray(start, end));
    start = end;
  }
}

function toText({ responses, exceeded }: Reading): string {
  return JSON.stringify([responses.map(toPlainValue), exceeded]);
}

function firstDifference(expected: string, actual: string): string {
  let index = 0;
  while (index < expected.length && expected[index] === actual[index]) index += 1;
  const start = Math.max(0, index - 60);
  return `${expected.slice(start, index + 60)} | ${actual.slice(start, index + 60)}`;
}

/** Sinks that are sometimes full receive the same octets; the rest in memory is the same. */
function checkStreaming(
  octets: Buffer,
  circumstances: Circumstances,
  { whole, random }: Comparison,
): string | undefined {
  if (octets.length < 16_384 || whole.exceeded !== null) return undefined;
  const sinks = new CollectingSinks(random);
  const responses: Response[] = [];
  const claimLiteral = sinks.claim.bind(sinks);
  const reader = openReader((response) => responses.push(response), { ...circumstances, claimLiteral });
  const chunks = chunksByLot(octets, random, 70_000);
  const { exceeded, error } = caught(() =>
    pushAll(chunks, (chunk) => {
      reader.push(chunk);
      while (reader.isPaused) sinks.drain();
    }),
  );
  if (error) return `threw while streaming ${error instanceof Error ? error.stack : ''}`;
  if (exceeded !== null) return `exceeded ${exceeded} only while streaming`;
  if (responses.length !== whole.responses.length) return 'streaming changes the number of responses';
  return whole.responses
    .map((kept, index) => differenceOfStreaming(kept, responses[index], sinks))
    .find(Boolean);
}

function differenceOfStreaming(
  kept: Response,
  streamed: Response | undefined,
  sinks: CollectingSinks,
): string | undefined {
  if (kept.kind !== 'fetch' || streamed?.kind !== 'fetch') return undefined;
  return (
    differenceOfSections(kept, kept.sections, { streamed: streamed.sections, sinks }) ??
    differenceOfSections(kept, kept.binarySections, { streamed: streamed.binarySections, sinks })
  );
}

function differenceOfSections(
  { uid }: FetchResponse,
  kept: FetchResponse['sections'],
  { streamed, sinks }: { readonly streamed: FetchResponse['sections']; readonly sinks: CollectingSinks },
): string | undefined {
  for (const [section, octets] of kept) {
    const other = streamed.get(section);
    const isSame =
      octets === null ? other === null : other?.equals(octets) || sinks.hasReceived(section, octets);
    if (!isSame) return `section ${section} of uid ${uid} differs while it is streamed`;
  }
  return undefined;
}

/** Reading one socket chunk must not block the process for more than MAX_GAP_MS. */
function checkTime(octets: Buffer, circumstances: Circumstances): string | undefined {
  let least = longestGapMs(octets, circumstances);
  for (let times = 1; times < MEASUREMENTS && least > MAX_GAP_MS; times += 1) {
    least = Math.min(least, longestGapMs(octets, circumstances) / processorSlowdown());
  }
  return least > MAX_GAP_MS ? `took ${least.toFixed(0)} ms in one of ${octets.length} octets` : undefined;
}

/** In processor time, which other processes do not lengthen. */
function longestGapMs(octets: Buffer, circumstances: Circumstances): number {
  const reader = openReader(() => undefined, circumstances);
  let longest = 0;
  caught(() =>
    pushAll(inChunksOf(SOCKET_CHUNK_OCTETS, octets), (chunk) => {
      const start = process.cpuUsage();
      reader.push(chunk);
      const { user, system } = process.cpuUsage(start);
      longest = Math.max(longest, (user + system) / 1000);
    }),
  );
  return longest;
}
