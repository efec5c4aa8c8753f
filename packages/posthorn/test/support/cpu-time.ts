/** Time that only counts while this process works: other processes of a busy machine do not make it longer. */

const MICROSECONDS_PER_MS = 1000;

/** Milliseconds of processor time that the process has taken so far. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}
