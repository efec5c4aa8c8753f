/** Reads randomly mutated octets until the time is up, and keeps those that reveal a fault. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Corpus } from './corpus.ts';
import { minimise } from './minimise.ts';
import { createMutator, type Tokens } from './mutate.ts';
import { Random } from './random.ts';

/** The reader under test, with random circumstances. */
export interface FuzzTarget<Circumstances> {
  /** Octets to mutate. */
  readonly entries: readonly Buffer[];
  readonly tokens: Tokens;
  circumstancesOf(random: Random): Circumstances;
  /** The fault in one line; undefined for none. */
  check(octets: Buffer, circumstances: Circumstances, random: Random): string | undefined;
  /** The kind of octets; the corpus keeps one of each. */
  shapeOf(octets: Buffer, circumstances: Circumstances): string;
  /** Stores a finding; returns its path. */
  keep(seed: FoundSeed<Circumstances>): string;
}

/** Minimised octets that reveal a fault. */
export interface FoundSeed<Circumstances> {
  readonly finding: string;
  readonly circumstances: Circumstances;
  /** One character per octet. */
  readonly octets: string;
}

/** Equal seeds give equal octets. */
export interface FuzzOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

const MINUTE_MS = 60_000;
const REPORT_EVERY_MS = 5 * MINUTE_MS;
const EXECUTIONS_BETWEEN_COLLECTIONS = 20_000;
/** Beyond the needs of the corpus and the process's caches. */
const MAX_GROWTH_OCTETS = 64 * 1024 * 1024;
/** Further findings are rarely new. */
const MAX_FINDINGS = 20;

/** Returns the number of findings. */
export function runTarget<Circumstances>(
  target: FuzzTarget<Circumstances>,
  { minutes, seed, log }: FuzzOptions,
): number {
  const random = new Random(seed);
  const mutate = createMutator(target.tokens);
  const end = performance.now() + minutes * MINUTE_MS;
  const corpus = new Corpus(target.entries);
  const hasGrown = createMemoryCheck();
  let executions = 0;
  let octetsRead = 0;
  let findings = 0;
  let nextReport = performance.now() + REPORT_EVERY_MS;

  const report = (): void => {
    nextReport = performance.now() + REPORT_EVERY_MS;
    const megabytes = (octetsRead / 1e6).toFixed(0);
    log(
      `seed ${seed}: ${executions} executions, ${megabytes} MB, corpus ${corpus.size}, ${findings} findings`,
    );
  };

  while (performance.now() < end && findings < MAX_FINDINGS) {
    const octets = mutate(corpus.pick(random), random);
    const circumstances = target.circumstancesOf(random);
    const checkSeed = random.next();
    const check = (part: Buffer) => target.check(part, circumstances, new Random(checkSeed));
    const finding = check(octets);
    executions += 1;
    octetsRead += octets.length;
    if (finding === undefined) corpus.add(octets, (kept) => target.shapeOf(kept, circumstances));
    else {
      findings += 1;
      const found = shorten(octets, { finding, check });
      const path = target.keep({ ...found, circumstances });
      log(`found after ${executions} executions: ${found.finding}\n  kept in ${path}`);
    }
    if (executions % EXECUTIONS_BETWEEN_COLLECTIONS === 0 && hasGrown(corpus.octets)) {
      findings += 1;
      log(`memory grew beyond ${MAX_GROWTH_OCTETS} octets in ${executions} executions`);
    }
    if (performance.now() > nextReport) report();
  }
  report();
  return findings;
}

/** The shortest octets with a finding of the same kind. */
function shorten(
  octets: Buffer,
  { finding, check }: { readonly finding: string; readonly check: (octets: Buffer) => string | undefined },
): { readonly finding: string; readonly octets: string } {
  const kind = kindOf(finding);
  const shortest = minimise(octets, (part) => kindOf(check(part)) === kind);
  return { finding: check(shortest) ?? finding, octets: shortest.toString('latin1') };
}

/** The first words of a finding, so that minimising does not switch to another fault. */
function kindOf(finding: string | undefined): string {
  return finding?.split(' ', 2).join(' ') ?? '';
}

/** Returns true when memory has grown since the first call or the last growth. */
function createMemoryCheck(): (corpusOctets: number) => boolean {
  const collectGarbage = exposeGarbageCollection();
  let firstHeapOctets: number | undefined;
  return (corpusOctets) => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    const octets = heapUsed + external - corpusOctets;
    firstHeapOctets ??= octets;
    if (octets - firstHeapOctets <= MAX_GROWTH_OCTETS) return false;
    firstHeapOctets = octets;
    return true;
  };
}

function exposeGarbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
