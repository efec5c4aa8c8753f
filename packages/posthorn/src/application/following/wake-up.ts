/** Waits that another part of the program can end. */

/** How a wait ended. */
export type WaitEnd = 'woken' | 'time' | 'aborted';

/** A wait of one reader. To be woken before it waits is remembered. */
export class WakeUp {
  #isWoken = false;
  #end: ((end: WaitEnd) => void) | null = null;

  wake(): void {
    this.#isWoken = true;
    this.#end?.('woken');
  }

  /** Settles when it is woken, after the time, or when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<WaitEnd> {
    const end = this.#isWoken ? 'woken' : await this.#settle(ms, signal);
    this.#isWoken = false;
    return signal.aborted ? 'aborted' : end;
  }

  #settle(ms: number, signal: AbortSignal): Promise<WaitEnd> {
    return new Promise((resolve) => {
      const finish = (end: WaitEnd): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#end = null;
        resolve(end);
      };
      const onAbort = (): void => finish('aborted');
      const timer = setTimeout(finish, ms, 'time');
      this.#end = finish;
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
  }
}
