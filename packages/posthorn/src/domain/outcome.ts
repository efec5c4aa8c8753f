/** Short outcome labels for metrics, from a small set. */
import { MailError } from './mail-error.ts';

/** The code of a MailError; `aborted` when the signal was aborted; else `failed`. */
export function outcomeOfFailure(error: unknown, signal: AbortSignal): string {
  if (error instanceof MailError) return error.code;
  return signal.aborted ? 'aborted' : 'failed';
}
