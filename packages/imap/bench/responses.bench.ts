/**
 * Measures how long responses take to be read, beside imapflow's parser on the same octets.
 * Run: npm run bench:imap, which compiles the package before, so that what is measured is what is published.
 * Exits with 1 when a goal is missed.
 */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Response } from '../src/responses/response.ts';
import { parseWithImapflow, readWithImapflow, splitWithImapflow } from './imapflow-parser.ts';
import { HEAVY_MIX, USUAL_MIX, windowOctets } from './window-octets.ts';

type ReaderModule = typeof import('../src/responses/response-reader.ts');
type BoundsModule = typeof import('../src/wire/bounds.ts');

const { ResponseReader } = (await importCompiled('responses/response-reader.js')) as ReaderModule;
const { DEFAULT_BOUNDS } = (await importCompiled('wire/bounds.js')) as BoundsModule;

const ROUNDS = 40;
/** A server reads windows all day, so what is measured is compiled code. */
const WARM_UP_ROUNDS = 10;
const WINDOW_MESSAGES = 50;
const SORTED_NUMBERS = 100_000;
const PARENTHESES = 100_000;
/** What a socket of Node gives at most. */
const CHUNK_OCTETS = 64 * 1024;
/** Of CPU time at the median. */
const GOALS_MS: Readonly<Record<string, number>> = { window: 0.6, sort: 10 };

const collectGarbage = exposeGarbageCollection();

type Work = () => unknown;

interface Contestant {
  readonly name: string;
  readonly goal?: string;
  /** So many times a round, as one time is too short to be measured. */
  readonly times: number;
  readonly work: Work;
}

function importCompiled(path: string): Promise<unknown> {
  return import(new URL(`../dist/${path}`, import.meta.url).href);
}

function chunksOf(octets: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0; start < octets.length; start += CHUNK_OCTETS) {
    chunks.push(octets.subarray(start, start + CHUNK_OCTETS));
  }
  return chunks;
}

function readWithOurs(chunks: readonly Buffer[]): readonly Response[] {
  const responses: Response[] = [];
  const reader = new ResponseReader({
    bounds: DEFAULT_BOUNDS,
    onResponse: (response) => responses.push(response),
  });
  reader.isAuthenticated = true;
  for (const chunk of chunks) reader.push(chunk);
  return responses;
}

async function cpuMs({ times, work }: Contestant): Promise<number> {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / times;
}

/** One contestant after the other, each on a clean heap: the garbage of one must not be collected in the time of another. */
async function measure(contestant: Contestant): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await cpuMs(contestant);
  collectGarbage();
  for (let round = 0; round < ROUNDS; round += 1) times.push(await cpuMs(contestant));
  return times;
}

function exposeGarbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function kilobytes(octets: Buffer): string {
  return `${Math.round(octets.length / 1000)} KB`;
}

const window = windowOctets(WINDOW_MESSAGES, USUAL_MIX);
const heavyWindow = windowOctets(WINDOW_MESSAGES, HEAVY_MIX);
const sort = Buffer.from(
  `* SORT ${Array.from({ length: SORTED_NUMBERS }, (_, index) => ((index * 7919) % SORTED_NUMBERS) + 1).join(' ')}\r\n`,
);
const deep = Buffer.from(
  `* 1 FETCH (UID 5 BODYSTRUCTURE ${'('.repeat(PARENTHESES)}"text"${')'.repeat(PARENTHESES)})\r\n`,
);
const windowItems = await splitWithImapflow(chunksOf(window));
const windowTitle = `a window of ${WINDOW_MESSAGES} messages, ${kilobytes(window)}`;
const heavyTitle = `the same with many files, ${kilobytes(heavyWindow)}`;
const sortTitle = `SORT of ${SORTED_NUMBERS} numbers, ${kilobytes(sort)}`;
const deepTitle = `BODYSTRUCTURE of ${PARENTHESES} levels, ${kilobytes(deep)}`;

const contestants: readonly Contestant[] = [
  { name: `${windowTitle}: ours`, goal: 'window', times: 20, work: () => readWithOurs(chunksOf(window)) },
  { name: `${windowTitle}: imapflow`, times: 3, work: () => readWithImapflow(chunksOf(window)) },
  {
    name: `${windowTitle}: imapflow, its parser alone`,
    times: 3,
    work: () => parseWithImapflow(windowItems),
  },
  { name: `${heavyTitle}: ours`, times: 20, work: () => readWithOurs(chunksOf(heavyWindow)) },
  { name: `${heavyTitle}: imapflow`, times: 3, work: () => readWithImapflow(chunksOf(heavyWindow)) },
  { name: `${sortTitle}: ours`, goal: 'sort', times: 2, work: () => readWithOurs(chunksOf(sort)) },
  { name: `${sortTitle}: imapflow`, times: 1, work: () => readWithImapflow(chunksOf(sort)) },
  { name: `${deepTitle}: ours`, times: 5, work: () => readWithOurs(chunksOf(deep)) },
  {
    name: `${deepTitle}: imapflow (refuses it)`,
    times: 1,
    work: () => readWithImapflow(chunksOf(deep)).catch(() => 0),
  },
];

const fetched = readWithOurs(chunksOf(window)).filter(({ kind }) => kind === 'fetch');
if (fetched.length !== WINDOW_MESSAGES) throw new Error(`The window was read as ${fetched.length} messages.`);

console.log(
  `CPU time of this process in ms, user and system, garbage collection included: ${ROUNDS} rounds of each after ${WARM_UP_ROUNDS} to\n` +
    `warm up, chunks of ${CHUNK_OCTETS} octets, the compiled package as plain ES modules, Node ${process.version}, ${availableParallelism()} processors.\n`,
);
console.log(`${'median'.padStart(9)} ${'min'.padStart(9)}  what`);
for (const contestant of contestants) {
  const { name, goal } = contestant;
  const times = await measure(contestant);
  const goalMs = goal === undefined ? undefined : GOALS_MS[goal];
  const isMissed = goalMs !== undefined && median(times) > goalMs;
  const remark = goalMs === undefined ? '' : ` (goal ${goalMs} ms${isMissed ? ', missed' : ''})`;
  console.log(
    `${median(times).toFixed(3).padStart(9)} ${Math.min(...times)
      .toFixed(3)
      .padStart(9)}  ${name}${remark}`,
  );
  if (isMissed) process.exitCode = 1;
}
