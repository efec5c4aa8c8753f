/** What one row of the table measures. */
import type { Dovecot, MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { figuresOf } from './statistics.ts';

export interface ScenarioInput {
  readonly dovecot: Dovecot;
  readonly size: number;
  readonly user: MailUser;
  /** How often each side is measured. */
  readonly rounds: number;
}

/** One row: the same work over the raw exchange and over the API, in alternation. */
export interface Row {
  readonly name: string;
  readonly size: number;
  readonly rawMs: number;
  readonly ourMs: number;
  readonly ourP95Ms: number;
  /** Ours by raw. */
  readonly ratio: number;
  /** What the ratio should be at most. */
  readonly limit: number;
  /** The longest wait for /health meanwhile. */
  readonly longestGapMs: number;
}

export type Scenario = (input: ScenarioInput) => Promise<readonly Row[]>;

export interface Pair {
  readonly name: string;
  readonly size: number;
  readonly limit: number;
  readonly rounds: number;
  readonly raw: () => Promise<unknown>;
  readonly ours: () => Promise<unknown>;
  readonly watchHealth: () => () => Promise<number>;
}

/** A server answers the same kinds of requests all day: what is measured is compiled and optimised code. */
const MIN_WARM_UP_ROUNDS = 100;
const MAX_WARM_UP_ROUNDS = 1_000;
/** More than the least number of rounds are run for so long only. */
const WARM_UP_MS = 3_000;
/** Rounds in which /health is asked as well, which costs time of its own. */
const WATCHED_ROUNDS = 10;

/** Measures both in alternation, after rounds of each that do not count. */
export async function measurePair({ name, size, limit, rounds, raw, ours, watchHealth }: Pair): Promise<Row> {
  const startedAt = performance.now();
  for (let round = 0; round < MAX_WARM_UP_ROUNDS; round += 1) {
    if (round >= MIN_WARM_UP_ROUNDS && performance.now() - startedAt > WARM_UP_MS) break;
    await raw();
    await ours();
  }
  const rawMs: number[] = [];
  const ourMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rawMs.push(await timed(raw));
    ourMs.push(await timed(ours));
  }
  const endWatching = watchHealth();
  for (let round = 0; round < WATCHED_ROUNDS; round += 1) await ours();
  return toRow({ name, size, limit, rawMs, ourMs, longestGapMs: await endWatching() });
}

/** The row of measurements in milliseconds. */
export function toRow({
  name,
  size,
  limit,
  rawMs,
  ourMs,
  longestGapMs,
}: Pick<Row, 'name' | 'size' | 'limit' | 'longestGapMs'> & {
  readonly rawMs: readonly number[];
  readonly ourMs: readonly number[];
}): Row {
  const [raw, ours] = [figuresOf(rawMs), figuresOf(ourMs)];
  const ratio = ours.median / raw.median;
  return {
    name,
    size,
    limit,
    rawMs: raw.median,
    ourMs: ours.median,
    ourP95Ms: ours.p95,
    ratio,
    longestGapMs,
  };
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
