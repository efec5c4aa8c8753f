/** Bounds how many streams of events there are. */
import { MailError } from '../../domain/mail-error.ts';

/** The bounds. */
export interface StreamLimits {
  readonly perAccount: number;
  readonly total: number;
}

const RETRY_AFTER_SECONDS = 30;

/** Places for streams, by account. */
export class StreamPlaces {
  readonly #limits: StreamLimits;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Takes a place; the returned function releases it. Throws `too-many-connections`. */
  take(account: string): () => void {
    const taken = this.#taken.get(account) ?? 0;
    if (taken >= this.#limits.perAccount || this.#total >= this.#limits.total) throw tooMany();
    this.#taken.set(account, taken + 1);
    this.#total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#total -= 1;
      const left = (this.#taken.get(account) ?? 0) - 1;
      if (left > 0) this.#taken.set(account, left);
      else this.#taken.delete(account);
    };
  }
}

function tooMany(): MailError {
  const detail = 'The maximum number of event streams is reached.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
