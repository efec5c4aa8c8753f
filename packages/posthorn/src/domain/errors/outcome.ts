import { MailError } from './mail-error.ts';

/** A metric label: a MailError's code, `aborted` or `failed`. */
export function outcomeOfFailure(error: unknown, signal: AbortSignal): string {
  if (error instanceof MailError) return error.code;
  return signal.aborted ? 'aborted' : 'failed';
}
