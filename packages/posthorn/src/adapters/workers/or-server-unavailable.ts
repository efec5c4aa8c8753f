import { MailError } from '../../domain/errors/mail-error.ts';
import { WorkerFailure } from './worker-failure.ts';

const RETRY_AFTER_SECONDS = 5;

/** Returns if a thread failed with its job. Throws `server-unavailable` without a thread; rethrows others. */
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
