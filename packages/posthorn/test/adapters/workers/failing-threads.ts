/** Worker threads that fail, as functions that start them. */
import { Worker } from 'node:worker_threads';

/** Says that it is ready, and then nothing. */
const SILENT =
  "const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => {}); parentPort.postMessage({ kind: 'ready' });";
const DYING = SILENT.replace('() => {}', '() => process.exit(1)');
const GREEDY = SILENT.replace(
  '() => {}',
  '() => { const all = []; for (;;) all.push(new Array(1000).fill({})); }',
);

const thread = (program: string) => () =>
  new Worker(program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });

/** Never answers. */
export const startSilentThread = thread(SILENT);
/** Ends with its first job. */
export const startDyingThread = thread(DYING);
/** Takes memory without end. */
export const startGreedyThread = thread(GREEDY);
