/** A program that logs in, runs one command, and prints as JSON how that ended and how much memory it took. */
import { connect } from '../../src/connection/connect.ts';
import type { UntaggedResponse } from '../../src/responses/response.ts';
import { command, SIGNAL } from './dial.ts';

/** What the program prints. */
export interface Measurement {
  /** The error's name with its bound or what it waited for; null after OK. */
  readonly error: { readonly name: string; readonly bound?: string; readonly waitedFor?: string } | null;
  readonly milliseconds: number;
  /** The largest growth of what the process held, garbage included, in MB. */
  readonly grownMegabytes: number;
  /** The longest work between two turns of the event loop, in milliseconds of processor time. */
  readonly heldMs: number;
  readonly responses: number;
  /** Reasons of the responses and structures that could not be read. */
  readonly unreadable: readonly string[];
}

const [port = '', text = 'NOOP', isCollecting = 'no'] = process.argv.slice(2);
const unreadable: string[] = [];
const responses: UntaggedResponse[] = [];
let count = 0;
const connection = await connect(
  {
    host: '127.0.0.1',
    port: Number(port),
    security: 'cleartext',
    onUnreadable: ({ reason }) => unreadable.push(reason),
  },
  SIGNAL,
);
await connection.run(command('LOGIN ann secret', { authenticates: true, concurrency: 'alone' }), SIGNAL);

const before = heldOctets();
let peak = before;
let heldMs = 0;
let last = workedMs();
const sample = () => {
  peak = Math.max(peak, heldOctets());
  heldMs = Math.max(heldMs, workedMs() - last);
  last = workedMs();
};
const sampling = setInterval(sample, 1);
const begin = performance.now();
const error = await connection
  .run(
    command(text, {
      onResponse(response) {
        count += 1;
        if (response.kind === 'fetch' && response.structure && 'unreadable' in response.structure) {
          unreadable.push(response.structure.unreadable);
        }
        if (isCollecting === 'yes') responses.push(response);
        return true;
      },
    }),
    SIGNAL,
  )
  .then(
    () => null,
    ({ name, bound, waitedFor }) => ({ name, bound, waitedFor }),
  );
sample();
clearInterval(sampling);
connection.destroy();
const measurement: Measurement = {
  error,
  milliseconds: performance.now() - begin,
  grownMegabytes: (peak - before) / 2 ** 20,
  heldMs,
  responses: count,
  unreadable,
};
console.log(JSON.stringify(measurement));

/** Processor time, which other processes on the machine do not lengthen. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function heldOctets(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
