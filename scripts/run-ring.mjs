/** Runs a list of test files with node:test and gives the counts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBatches } from './test-batches.mjs';

/** Of one process, and so of one test; far above the slowest. */
const FILE_LIMIT_MS = 1_200_000;
/** The shell's code for a program that a signal ended. */
const INTERRUPTED = 130;

/**
 * The counts of test-count-reporter.mjs with `seconds`, and an `obstacle` when the run went wrong
 * beside its tests. How files share processes, writeBatches says. Ends this process when it is interrupted, and every test with it.
 */
export async function runRing(files, batching) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-test-'));
  const report = join(folder, 'counts.json');
  const start = performance.now();
  try {
    const programs = writeBatches(files, { folder, ...batching });
    const exitCode = await runNodeTest(programs, { report, processes: countProcesses(batching) });
    const counts = JSON.parse(readFileSync(report, 'utf8'));
    const isExplained = exitCode === 0 || counts.failures.length > 0;
    const obstacle = isExplained ? undefined : `ended with exit code ${exitCode}`;
    return { ...counts, obstacle, seconds: (performance.now() - start) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (process.exitCode === INTERRUPTED) process.exit();
  }
}

/** Tests in batches wait for timers and servers now and then; one process more has the processors meanwhile. */
function countProcesses({ isBatched }) {
  return availableParallelism() + (isBatched ? 1 : 0);
}

/** A process group of its own lets an interrupt reach every test file at once. */
function runNodeTest(files, { report, processes }) {
  const child = spawn(
    process.execPath,
    [
      ...['--conditions=posthorn-source', '--import', 'tsx', '--test'],
      ...[`--test-concurrency=${processes}`, `--test-timeout=${FILE_LIMIT_MS}`],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./scripts/test-count-reporter.mjs', `--test-reporter-destination=${report}`],
      ...files,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], detached: true },
  );
  const interrupt = () => {
    process.exitCode = INTERRUPTED;
    process.kill(-child.pid, 'SIGKILL');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, interrupt);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, interrupt);
      resolve(code);
    });
  });
}
