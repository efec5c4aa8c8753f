import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';

/** Far above the accounts with concurrent requests. */
const MAX_KNOWN = 20_000;

/** Ends the work in removed accounts. */
export interface AccountRemovals {
  /** Aborts with `mail-account-unknown` on removal. */
  signalOf(id: MailAccountId): AbortSignal;
  /** Call it after the removal. */
  announce(id: MailAccountId): void;
}

/** The service. */
export function createAccountRemovals(): AccountRemovals {
  const known = new LRUCache<string, AbortController>({ max: MAX_KNOWN });
  return {
    signalOf(id) {
      const digest = digestOf(id);
      const present = known.get(digest);
      if (present !== undefined) return present.signal;
      const controller = new AbortController();
      known.set(digest, controller);
      // One per request.
      setMaxListeners(0, controller.signal);
      return controller.signal;
    },

    announce(id) {
      const digest = digestOf(id);
      const controller = known.get(digest);
      known.delete(digest);
      controller?.abort(new MailError('mail-account-unknown', { detail: 'The account was removed.' }));
    },
  };
}

/** Requested ids may be long, or contain a key. */
function digestOf(id: MailAccountId): string {
  return createHash('sha256').update(id).digest('base64url');
}
