/** Shuts the process down on a signal. */
import { constants } from 'node:os';

/** How a process stops. */
export interface StopOptions {
  /** Ends what is under way. */
  readonly close: () => Promise<void>;
  /** After this time the process ends all the same. */
  readonly timeoutMs: number;
  /** Logs the signal and the end, with the reason when it came too early. */
  readonly log?: StopLog;
}

/** Where a stop is logged. */
export interface StopLog {
  stopping(signal: string): void;
  stopped(durationMs: number, reason?: string): void;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** npm and npx repeat the Ctrl-C that the terminal has already sent to the process: it counts once. */
const ECHO_MS = 250;
const EXIT_FAILURE = 1;
/** What shells add to the signal's number in the exit code of a process that a signal ended. */
const EXIT_BY_SIGNAL = 128;

/** Closes all open resources on SIGTERM or SIGINT, and exits with 0; a second signal ends the process at once. */
export function stopOnSignal({ close, timeoutMs, log }: StopOptions): void {
  let stoppingSince: number | undefined;
  const end = (reason?: string): never => {
    log?.stopped(Math.round(performance.now() - (stoppingSince ?? 0)), reason);
    if (reason === undefined) process.exit(0);
    process.stderr.write(`posthorn: stopped, but ${reason}.\n`);
    process.exit(EXIT_FAILURE);
  };
  const stop = async (signal: (typeof SIGNALS)[number]): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < ECHO_MS) return;
      process.exit(EXIT_BY_SIGNAL + constants.signals[signal]);
    }
    stoppingSince = performance.now();
    log?.stopping(signal);
    setTimeout(() => end(`not everything had ended after ${timeoutMs / 1000} seconds`), timeoutMs).unref();
    try {
      await close();
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
    }
    end();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
