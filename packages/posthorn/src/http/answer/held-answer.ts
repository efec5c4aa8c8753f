import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A JSON answer in pieces that yield to the event loop. */
export class HeldAnswer extends Readable {
  /** Octets in memory until the answer is read. */
  readonly heldOctets: number;
  readonly #pieces: Iterator<string>;

  constructor({ pieces, heldOctets }: { readonly pieces: Iterator<string>; readonly heldOctets: number }) {
    super();
    this.#pieces = pieces;
    this.heldOctets = heldOctets;
  }

  override _read(): void {
    this.#pushNext().catch((error: Error) => this.destroy(error));
  }

  async #pushNext(): Promise<void> {
    await nextTurn();
    const { done, value } = this.#pieces.next();
    this.push(done === true ? null : value);
  }
}
