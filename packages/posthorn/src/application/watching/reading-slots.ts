import { Waiters } from '../../domain/values/waiters.ts';

/** Enough to share commits of a file. */
const MAX_HELD = 16;
/** While no mail server answers, 320 begin in a second: more than a processor reads. */
const HELD_MS = 50;

/**
 * Lets readings begin in order, few at once: where hundreds of accounts report together, all of them would end
 * last, and their deliveries after that.
 */
export class ReadingSlots {
  readonly #waiters = new Waiters<null, true>();
  #held = 0;

  /** Throws the signal's reason, and errors of `read`. */
  async run<Result>(read: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#held < MAX_HELD) this.#held += 1;
    else await this.#waiters.wait(null, null, signal);
    let isHeld = true;
    const leave = (): void => {
      if (isHeld && !this.#waiters.serveNext(true)) this.#held -= 1;
      isHeld = false;
    };
    const timer = setTimeout(leave, HELD_MS);
    try {
      return await read();
    } finally {
      clearTimeout(timer);
      leave();
    }
  }
}
