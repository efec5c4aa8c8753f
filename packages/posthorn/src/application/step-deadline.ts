/** Deadlines for work that continues after its request has ended. */
import { MailError } from '../domain/mail-error.ts';

/** A signal that aborts with `server-timeout` after that time; it keeps no process alive. */
export function stepDeadline(timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new MailError('server-timeout', { detail: 'The mail server did not answer in time.' }));
  };
  setTimeout(abort, timeoutMs).unref();
  return controller.signal;
}
