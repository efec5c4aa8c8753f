/** The memory of another process, as Linux tells them. */
import { readFile, writeFile } from 'node:fs/promises';

const OCTETS_PER_KB = 1024;

/** Lets the peak of the process begin at what it uses now. */
export async function resetPeakMemory(pid: number): Promise<void> {
  // "5" resets the peak resident set size (proc(5), clear_refs).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** Octets of resident memory: now, and at most since the last reset. */
export async function residentMemory(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`The process tells no ${name}.`);
    return Number(kilobytes) * OCTETS_PER_KB;
  };
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
