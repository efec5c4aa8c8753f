/** Long answers that go out piece by piece while what they are made of stays in memory. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A JSON answer in pieces. It is never in memory as a whole, and writing it yields to the event loop. */
export class HeldAnswer extends Readable {
  /** The octets in memory until the client has read the answer. */
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
