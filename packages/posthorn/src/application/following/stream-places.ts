/** Bounds how many streams of events there are, and shares them. */
import type { Branded } from '../../domain/brand.ts';
import { type ClientNetwork, clientNetwork } from '../../domain/client-network.ts';
import { type AccountKey, accountKey, type HostKey, hostKey } from '../../domain/limit-keys.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';

/** The bounds. */
export interface StreamLimits {
  readonly perAccount: number;
  readonly total: number;
}

type StreamHolder = Pick<MailAccount, 'inbox' | 'login' | 'origin' | 'client'>;

/** A holder of places: an account, a server, or a client. */
type ShareKey = Branded<string, 'ShareKey'>;

const RETRY_AFTER_SECONDS = 30;

/** Places for streams. An account whose login is not proved must not get one. */
export class StreamPlaces {
  readonly #limits: StreamLimits;
  readonly #taken = new Map<ShareKey, number>();
  #total = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Takes a place; the returned function releases it. Throws `too-many-connections`. */
  take(holder: StreamHolder): () => void {
    const free = this.#limits.total - this.#total;
    const account = shareKey('account', accountKey({ login: holder.login, server: holder.inbox }));
    const shares = sharesOf(holder);
    const isFull = free <= 0 || this.#count(account) >= this.#limits.perAccount;
    if (isFull || shares.some((share) => this.#count(share) >= free)) throw tooMany();
    const keys = [account, ...shares];
    for (const key of keys) this.#taken.set(key, this.#count(key) + 1);
    this.#total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#total -= 1;
      for (const key of keys) this.#release(key);
    };
  }

  #count(key: ShareKey): number {
    return this.#taken.get(key) ?? 0;
  }

  #release(key: ShareKey): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}

/**
 * Who may have no more places than are free: a server that clients name, and a client at such servers. The first takes half of all, a
 * second one half of the rest, so that some names and addresses of one person leave places for others.
 */
function sharesOf({ inbox, origin, client }: StreamHolder): readonly ShareKey[] {
  if (origin === 'operator') return [];
  const server = shareKey('server', hostKey(inbox.host));
  return client === undefined ? [server] : [server, shareKey('client', clientNetwork(client))];
}

function shareKey(kind: string, key: AccountKey | HostKey | ClientNetwork): ShareKey {
  return `${kind} ${key}` as ShareKey;
}

function tooMany(): MailError {
  const detail = 'The maximum number of event streams is reached.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
