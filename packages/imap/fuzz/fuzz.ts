/**
 * `npm run fuzz -- --minutes 10 --seed 1`: reads transcripts that are changed by lot, and keeps those that find a fault in `seeds/`.
 * The same seed gives the same transcripts. Exits with 1 when something was found.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readVectorFiles } from '../test/conformance/vectors.ts';
import { type Circumstances, checkTranscript } from './check-transcript.ts';
import { Corpus } from './corpus.ts';
import { minimise } from './minimise.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';
import { readSeedFiles, writeSeedFile } from './seed-files.ts';

const MINUTE_MS = 60_000;
const REPORT_EVERY_MS = 5 * MINUTE_MS;
const EXECUTIONS_BETWEEN_COLLECTIONS = 20_000;
/** Beyond what the corpus and the caches of the process need. */
const MAX_GROWTH_OCTETS = 64 * 1024 * 1024;
/** After so many findings more of them tell nothing new. */
const MAX_FINDINGS = 20;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
});
const seed = Number(values.seed);
const random = new Random(seed);
const end = performance.now() + Number(values.minutes) * MINUTE_MS;
const corpus = new Corpus([
  ...readVectorFiles().flatMap(({ vectors }) => vectors.map(({ buffer }) => buffer)),
  ...readSeedFiles().map(({ octets }) => Buffer.from(octets, 'latin1')),
]);
const collectGarbage = exposeGarbageCollection();
let executions = 0;
let octetsRead = 0;
let findings = 0;
let firstHeapOctets: number | undefined;
let nextReport = performance.now() + REPORT_EVERY_MS;

while (performance.now() < end && findings < MAX_FINDINGS) {
  const octets = mutate(corpus.pick(random), random);
  const circumstances = circumstancesByLot();
  const checkSeed = random.next();
  const finding = checkTranscript(octets, circumstances, new Random(checkSeed));
  executions += 1;
  octetsRead += octets.length;
  if (finding) keep(octets, circumstances, checkSeed);
  else corpus.add(octets, circumstances);
  if (executions % EXECUTIONS_BETWEEN_COLLECTIONS === 0) checkMemory();
  if (performance.now() > nextReport) report();
}
report();
process.exitCode = findings > 0 ? 1 : 0;

function circumstancesByLot(): Circumstances {
  const bounds = random.oneIn(3)
    ? {
        greetingOctets: 64 + random.below(300),
        lineOctets: 64 + random.below(300),
        numberLineOctets: 64 + random.below(300),
        literalOctets: 1 + random.below(100),
        responseOctets: 500 + random.below(500),
        structureDepth: 1 + random.below(4),
        structureParts: 1 + random.below(6),
        envelopeAddresses: 1 + random.below(3),
      }
    : {};
  return { isUtf8: random.oneIn(3), isAuthenticated: !random.oneIn(8), bounds };
}

function keep(octets: Buffer, circumstances: Circumstances, checkSeed: number): void {
  findings += 1;
  const check = (part: Buffer) => checkTranscript(part, circumstances, new Random(checkSeed));
  const kind = kindOf(check(octets));
  const shortest = minimise(octets, (part) => kindOf(check(part)) === kind);
  const finding = check(shortest) ?? kind;
  const path = writeSeedFile({ finding, circumstances, octets: shortest.toString('latin1') });
  console.log(`found after ${executions} executions: ${finding}\n  kept in ${path}`);
}

/** The first word of a finding, so that a transcript is not minimised to another one. */
function kindOf(finding: string | undefined): string {
  return finding?.split(' ', 2).join(' ') ?? '';
}

function checkMemory(): void {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  const octets = heapUsed + external - corpus.octets;
  firstHeapOctets ??= octets;
  if (octets - firstHeapOctets <= MAX_GROWTH_OCTETS) return;
  findings += 1;
  console.log(`memory grew by ${octets - firstHeapOctets} octets in ${executions} executions`);
  firstHeapOctets = octets;
}

function report(): void {
  nextReport = performance.now() + REPORT_EVERY_MS;
  const megabytes = (octetsRead / 1e6).toFixed(0);
  console.log(
    `seed ${seed}: ${executions} executions, ${megabytes} MB, corpus ${corpus.size}, ${findings} findings`,
  );
}

function exposeGarbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
