import type { LoginKey } from '../../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { GroupLease } from './session-group.ts';

/** Ends removed accounts' idle sessions. */
export class RemovedLogins {
  readonly #retire: (key: LoginKey) => void;
  readonly #watched = new WeakMap<AbortSignal, Set<LoginKey>>();

  constructor(retire: (key: LoginKey) => void) {
    this.#retire = retire;
  }

  /** Throws `mail-account-unknown` if removed. */
  watch({ removed }: MailAccount, key: LoginKey): void {
    if (removed === undefined) return;
    removed.throwIfAborted();
    const watched = this.#watched.get(removed) ?? new Set();
    if (watched.has(key)) return;
    this.#watched.set(removed, watched.add(key));
    removed.addEventListener('abort', () => this.#retire(key), { once: true });
  }
}

/** Cuts the session when its account is removed: nothing more is written. */
export function untilRemoved<Lease extends GroupLease>({ removed }: MailAccount, lease: Lease): Lease {
  if (removed === undefined) return lease;
  const cut = () => lease.session.destroy();
  if (removed.aborted) {
    cut();
    lease.release();
    throw removed.reason;
  }
  removed.addEventListener('abort', cut, { once: true });
  const release = () => {
    removed.removeEventListener('abort', cut);
    lease.release();
  };
  return { ...lease, release };
}
