/** Recently used nonces. Two generations bound the memory. */
export class OnceNonces {
  readonly #keepMs: number;
  #current = new Set<string>();
  #previous = new Set<string>();
  #since = 0;

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** False for one used in the last `keepMs`. */
  use(nonce: string, now: number): boolean {
    if (now - this.#since > this.#keepMs) {
      this.#previous = this.#current;
      this.#current = new Set();
      this.#since = now;
    }
    if (this.#current.has(nonce) || this.#previous.has(nonce)) return false;
    this.#current.add(nonce);
    return true;
  }
}
