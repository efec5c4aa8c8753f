/**
 * Is loaded into a server by `--import` and records how long its event loop was held: a line `<held> <gap>` in milliseconds
 * in the file that LOOP_WATCH_FILE names. The gap between two turns counts what other processes took of the processor; held is
 * what the main thread itself ran in it.
 */
import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TURN_MS = 5;
/** Shorter gaps are of no interest. */
const MIN_GAP_MS = 20;
const file = process.env.LOOP_WATCH_FILE;

if (isMainThread && file !== undefined) {
  const readCpuMs = cpuOfMainThread();
  let turn = performance.now();
  let cpuMs = readCpuMs(turn);
  setInterval(() => {
    const now = performance.now();
    const nowCpuMs = readCpuMs(now);
    const gapMs = now - turn;
    if (gapMs > MIN_GAP_MS) appendFileSync(file, `${(nowCpuMs - cpuMs).toFixed(1)} ${gapMs.toFixed(1)}\n`);
    turn = performance.now();
    cpuMs = readCpuMs(turn);
  }, TURN_MS).unref();
}

/**
 * Milliseconds that the main thread has run, as Linux tells them; elsewhere the time that has passed.
 * @returns {(now: number) => number}
 */
function cpuOfMainThread() {
  let schedstat;
  try {
    schedstat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return (now) => now;
  }
  const room = Buffer.alloc(100);
  process.on('exit', () => closeSync(schedstat));
  return () => Number.parseInt(room.toString('latin1', 0, readSync(schedstat, room, 0, 100, 0)), 10) / 1e6;
}
