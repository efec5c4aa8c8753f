/** Leaves one session of each account to other requests while files are downloaded. */
import type { AccountKey } from '../../../domain/limit-keys.ts';
import { MailError } from '../../../domain/mail-error.ts';

/** Whose download it is, and how many sessions the account may have. */
export interface DownloadRequest {
  readonly account: AccountKey;
  readonly capacity: number;
}

/** The downloads of one account. */
interface Lane {
  running: number;
  /** In the order of their coming; each is called when it may begin. */
  readonly waiting: (() => void)[];
}

/** More downloads do not wait for the sessions of one account. */
const MAX_WAITING = 100;

/** A download lasts as long as its reader takes, so that all sessions of an account could be lent to downloads. */
export class DownloadGate {
  readonly #lanes = new Map<AccountKey, Lane>();

  /**
   * Settles when the download may begin, with the function that ends it; call it once. The first that comes is the first that begins.
   * Throws `too-many-connections` where many wait, and the signal's reason.
   */
  async enter({ account, capacity }: DownloadRequest, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const lane = this.#lanes.get(account) ?? { running: 0, waiting: [] };
    this.#lanes.set(account, lane);
    if (lane.running < Math.max(1, capacity - 1)) lane.running += 1;
    else if (!(await hasTurn(lane, signal))) throw signal.reason;
    const leave = (): void => this.#leave(account, lane);
    if (!signal.aborted) return leave;
    leave();
    throw signal.reason;
  }

  /** The next download takes the place of the one that ends. */
  #leave(account: AccountKey, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(account);
  }
}

/** Waits for a place; false when the signal was aborted before there was one. */
function hasTurn({ waiting }: Lane, signal: AbortSignal): Promise<boolean> {
  if (waiting.length >= MAX_WAITING) {
    const detail = 'Too many files of this account are downloaded at once.';
    throw new MailError('too-many-connections', { detail, retryAfterSeconds: 5 });
  }
  return new Promise((resolve) => {
    const begin = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(true);
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      resolve(false);
    };
    waiting.push(begin);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
