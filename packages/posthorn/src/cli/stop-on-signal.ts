import { constants } from 'node:os';

/** A stop's resources, time limit and log. */
export interface StopOptions {
  readonly close: () => Promise<void>;
  /** After it, the process exits. */
  readonly timeoutMs: number;
  readonly log?: StopLog;
}

/** A stop's log. */
export interface StopLog {
  stopping(signal: string): void;
  stopped(durationMs: number, reason?: string): void;
  /** Ends the process after the last line. */
  exit(code: number): void;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** npm and npx repeat the terminal's Ctrl-C; both count once. */
const ECHO_MS = 250;
const EXIT_FAILURE = 1;
/** Plus the signal's number, as in shells. */
const EXIT_BY_SIGNAL = 128;

/** Closes on SIGTERM or SIGINT and exits with 0; a second signal exits at once. */
export function stopOnSignal({ close, timeoutMs, log }: StopOptions): void {
  let stoppingSince: number | undefined;
  const exit = log?.exit ?? ((code: number): never => process.exit(code));
  let hasEnded = false;
  const end = (reason?: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    log?.stopped(Math.round(performance.now() - (stoppingSince ?? 0)), reason);
    if (reason !== undefined) process.stderr.write(`posthorn: stopped, but ${reason}.\n`);
    exit(reason === undefined ? 0 : EXIT_FAILURE);
  };
  const stop = async (signal: (typeof SIGNALS)[number]): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < ECHO_MS) return;
      process.exit(EXIT_BY_SIGNAL + constants.signals[signal]);
    }
    stoppingSince = performance.now();
    log?.stopping(signal);
    setTimeout(() => end(`not everything had ended after ${timeoutMs / 1000} seconds`), timeoutMs).unref();
    const reason = await close().then(
      () => undefined,
      (error) => (error instanceof Error ? error.message : String(error)),
    );
    end(reason);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
