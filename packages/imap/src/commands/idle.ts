/** IDLE: the server reports changes at once (RFC 2177, RFC 9051 §6.3.13). */
import type { CommandRunner } from '../connection/command.ts';
import { DeadlineExceeded } from '../errors.ts';
import type { UntaggedResponse } from '../responses/response.ts';
import { budgetForNumbers } from './command-budget.ts';

/** The listener for changes, and when to end. */
export interface IdleRequest {
  /** Ends the command by DONE. Left out: only `maxMs` does. */
  readonly until?: AbortSignal;
  /** Milliseconds after which DONE ends the command; 29 minutes when left out, because servers end connections after 30. */
  readonly maxMs?: number;
  /** Called for each untagged response as it arrives. It must not throw. */
  readonly onNews: (response: UntaggedResponse) => void;
}

const DEFAULT_MAX_MS = 29 * 60 * 1000;
/** The server answers DONE within this time. */
const DONE_MS = 10_000;
const DONE = 'DONE';
/** The longest time that a timer of Node takes. */
const MAX_TIMER_MS = 2 ** 31 - 1 - DONE_MS;

/**
 * Idles until it is ended, and settles when the server has confirmed that. Call it again to go on. Where `signal` aborts, it rejects at
 * once with the signal's reason. Throws DeadlineExceeded when the server does not confirm. Needs IDLE or IMAP4rev2.
 */
export async function idle(
  runner: CommandRunner,
  { until, maxMs: wantedMs = DEFAULT_MAX_MS, onNews }: IdleRequest,
  signal: AbortSignal,
): Promise<void> {
  if (until?.aborted) return;
  const maxMs = Math.min(wantedMs, MAX_TIMER_MS);
  const tooLate = new AbortController();
  let doneTimer: NodeJS.Timeout | undefined;
  const over = untilOver(maxMs, until);
  const onContinuation = async (): Promise<string> => {
    await over.promise;
    const error = new DeadlineExceeded('the end of IDLE', DONE_MS);
    doneTimer = setTimeout(() => tooLate.abort(error), DONE_MS);
    return DONE;
  };
  try {
    await runner.run(
      {
        name: 'IDLE',
        parts: ['IDLE'],
        budget: {
          octets: 8 * budgetForNumbers(runner).octets,
          responses: Number.POSITIVE_INFINITY,
          deadlineMs: maxMs + DONE_MS,
        },
        concurrency: 'alone',
        onResponse: (response) => {
          onNews(response);
          return true;
        },
        onContinuation,
        abortLine: DONE,
      },
      AbortSignal.any([signal, tooLate.signal]),
    );
  } finally {
    clearTimeout(doneTimer);
    over.clear();
  }
}

/** Settles after the time, or when the signal aborts. */
function untilOver(maxMs: number, until: AbortSignal | undefined): { promise: Promise<void>; clear(): void } {
  let finish: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const timer = setTimeout(finish, maxMs);
  until?.addEventListener('abort', finish, { once: true });
  return {
    promise,
    clear() {
      clearTimeout(timer);
      until?.removeEventListener('abort', finish);
    },
  };
}
