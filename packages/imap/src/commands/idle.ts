import type { CommandRunner } from '../connection/command.ts';
import { DeadlineExceeded } from '../errors.ts';
import type { UntaggedResponse } from '../responses/response.ts';
import { budgetForNumbers } from './command-budget.ts';

/** Listener and end. */
export interface IdleRequest {
  readonly until?: AbortSignal;
  /** 29 minutes by default: servers close after 30. */
  readonly maxMs?: number;
  /** Must not throw. */
  readonly onNews: (response: UntaggedResponse) => void;
}

const DEFAULT_MAX_MS = 29 * 60 * 1000;
const DONE_MS = 10_000;
const DONE = 'DONE';
const MAX_TIMER_MS = 2 ** 31 - 1 - DONE_MS;

/**
 * IDLE (RFC 9051 §6.3.13). Settles after the server's OK; an abort rejects immediately. Shareable commands
 * follow DONE at once. Throws DeadlineExceeded. Needs IDLE or IMAP4rev2.
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
    const expire = () => tooLate.abort(new DeadlineExceeded('the end of IDLE', DONE_MS));
    doneTimer = setTimeout(expire, DONE_MS);
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
        endsWithLine: true,
      },
      AbortSignal.any([signal, tooLate.signal]),
    );
  } finally {
    clearTimeout(doneTimer);
    over.clear();
  }
}

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
