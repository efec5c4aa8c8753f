import { MailError } from '../../../domain/errors/mail-error.ts';
import type { AccountKey } from '../../../domain/limits/limit-keys.ts';
import { Waiters } from '../../../domain/values/waiters.ts';

/** Account and sessions. */
export interface DownloadRequest {
  readonly account: AccountKey;
  readonly capacity: number;
}

interface Lane {
  running: number;
  readonly waiting: Waiters<null, true>;
}

const MAX_WAITING = 100;

/** Leaves each account a session: slow readers prolong downloads. */
export class DownloadGate {
  readonly #lanes = new Map<AccountKey, Lane>();

  /**
   * In order of arrival. Returns a function that ends the download; call it once. Throws
   * `too-many-connections`, the signal's reason.
   */
  async enter({ account, capacity }: DownloadRequest, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const lane = this.#lanes.get(account) ?? { running: 0, waiting: new Waiters() };
    this.#lanes.set(account, lane);
    if (lane.running < Math.max(1, capacity - 1)) lane.running += 1;
    else {
      if (lane.waiting.count >= MAX_WAITING) throw tooManyDownloads();
      await lane.waiting.wait(null, null, signal);
    }
    const leave = (): void => this.#leave(account, lane);
    if (!signal.aborted) return leave;
    leave();
    throw signal.reason;
  }

  #leave(account: AccountKey, lane: Lane): void {
    if (!lane.waiting.serveNext(true)) lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(account);
  }
}

function tooManyDownloads(): MailError {
  const detail = 'Too many files of this account are downloaded at once.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: 5 });
}
