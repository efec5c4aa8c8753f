/** Leaves one session of each login to other requests while files are downloaded. */
import { MailError } from '../../../domain/mail-error.ts';

/** Whose download it is, and how many sessions the login may have. */
export interface DownloadRequest {
  readonly accountKey: string;
  readonly capacity: number;
}

/** The downloads of one login. */
interface Lane {
  running: number;
  /** In the order of their coming; each is called when it may begin. */
  readonly waiting: (() => void)[];
}

/** More downloads do not wait for the sessions of one login. */
const MAX_WAITING = 100;

/** A download lasts as long as its reader takes, so that all sessions of a login could be lent to downloads. */
export class DownloadGate {
  readonly #lanes = new Map<string, Lane>();

  /**
   * Settles when the download may begin, with the function that ends it; call it once. The first that comes is the first that begins.
   * Throws `too-many-connections` where many wait, and the signal's reason.
   */
  async enter({ accountKey, capacity }: DownloadRequest, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const lane = this.#lanes.get(accountKey) ?? { running: 0, waiting: [] };
    this.#lanes.set(accountKey, lane);
    if (lane.running < Math.max(1, capacity - 1)) lane.running += 1;
    else if (!(await hasTurn(lane, signal))) throw signal.reason;
    const leave = (): void => this.#leave(accountKey, lane);
    if (!signal.aborted) return leave;
    leave();
    throw signal.reason;
  }

  /** The next download takes the place of the one that ends. */
  #leave(accountKey: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(accountKey);
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
