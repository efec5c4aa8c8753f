import { MailError } from '../domain/errors/mail-error.ts';

/** Aborts with `server-timeout`, for work outliving its request. Does not prevent exit. */
export function stepDeadline(timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new MailError('server-timeout', { detail: 'The mail server did not answer in time.' }));
  };
  setTimeout(abort, timeoutMs).unref();
  return controller.signal;
}
