/** Distinguishes a missing worker from a failed one. */
import { MailError } from '../../domain/mail-error.ts';
import { WorkerFailure } from './worker-failure.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Returns when the thread failed with its job, which is then too costly. Throws `server-unavailable` when there was no thread for the job,
 * and every error that is not a thread's.
 */
export function orServerUnavailable(error: unknown): void {
  if (!(error instanceof WorkerFailure)) throw error;
  if (error.kind !== 'busy' && error.kind !== 'closed') return;
  const detail = 'Too many large messages are being read.';
  throw new MailError(
    'server-unavailable',
    { detail, retryAfterSeconds: RETRY_AFTER_SECONDS },
    { cause: error },
  );
}
