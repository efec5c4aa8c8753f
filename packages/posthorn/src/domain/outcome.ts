import { MailError } from './mail-error.ts';

/** Returns a MailError's code, `aborted` or `failed`, for metrics. */
export function outcomeOfFailure(error: unknown, signal: AbortSignal): string {
  if (error instanceof MailError) return error.code;
  return signal.aborted ? 'aborted' : 'failed';
}
