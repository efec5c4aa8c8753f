/** The processor time of other processes, as Linux counts it (proc(5), stat). */
import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks of 10 ms (USER_HZ). */
const TICK_MS = 10;
const PID = /^\d+$/;

/** Milliseconds that a process and its children have used so far, those that have ended included. */
export async function familyProcessorMs(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => PID.test(name)).map(Number);
  const times = await Promise.all(pids.map(async (pid) => ({ pid, times: await timesOf(pid) })));
  return times.reduce((sum, { pid, times: each }) => {
    if (each === undefined || (pid !== parent && each.parent !== parent)) return sum;
    return sum + each.ownMs + (pid === parent ? each.endedMs : 0);
  }, 0);
}

interface Times {
  readonly parent: number;
  readonly session: number;
  readonly ownMs: number;
  /** Of children that have ended and were waited for. */
  readonly endedMs: number;
}

/** Milliseconds that the process has used so far. */
export async function processorMs(pid: number): Promise<number> {
  return (await timesOf(pid))?.ownMs ?? 0;
}

/** Milliseconds that all processes of the session have used so far, those that have ended included. */
export async function sessionProcessorMs(session: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => PID.test(name));
  const times = await Promise.all(pids.map((pid) => timesOf(Number(pid))));
  return times
    .filter((each) => each?.session === session)
    .reduce((sum, each) => sum + (each?.ownMs ?? 0) + (each?.endedMs ?? 0), 0);
}

/** Undefined for a process that has ended. */
async function timesOf(pid: number): Promise<Times | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name of the program, in parentheses, may have spaces. The first field after it is the third.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (first: number) => ((fields[first - 3] ?? 0) + (fields[first - 2] ?? 0)) * TICK_MS;
  return { parent: fields[1] ?? 0, session: fields[3] ?? 0, ownMs: ticks(14), endedMs: ticks(16) };
}
