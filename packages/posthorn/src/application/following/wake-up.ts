export type WaitEnd = 'woken' | 'time' | 'aborted';

/** An interruptible wait of one reader. Earlier wake-ups count. */
export class WakeUp {
  #isWoken = false;
  #end: ((end: WaitEnd) => void) | null = null;

  wake(): void {
    this.#isWoken = true;
    this.#end?.('woken');
  }

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
