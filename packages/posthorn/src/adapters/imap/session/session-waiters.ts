/** The requests that wait for a session of one login, first come, first served. */
import { MailError } from '../../../domain/mail-error.ts';

/** More requests than this do not queue for the sessions of one account. */
export const MAX_WAITERS = 100;

/** A queue of requests. */
export class SessionWaiters {
  readonly #wakers: (() => void)[] = [];

  get count(): number {
    return this.#wakers.length;
  }

  /** Settles when it is the turn of this request. Throws the signal's reason. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve } = withResolver();
    this.#wakers.push(resolve);
    signal.addEventListener('abort', resolve, { once: true });
    await promise;
    signal.removeEventListener('abort', resolve);
    const index = this.#wakers.indexOf(resolve);
    if (index >= 0) this.#wakers.splice(index, 1);
    // Woken and aborted at once: the free session belongs to the next waiter.
    else if (signal.aborted) this.wakeNext();
    signal.throwIfAborted();
  }

  /** Ends the wait of the first request, if there is one. */
  wakeNext(): void {
    this.#wakers.shift()?.();
  }
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The failure of a request for which there is no session. */
export function tooManyConnections(): MailError {
  return new MailError('too-many-connections', {
    detail: 'All connections to mail servers are in use.',
    retryAfterSeconds: 5,
  });
}
