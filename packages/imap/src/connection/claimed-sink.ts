/** A consumer of one literal that can be let go while the literal is still arriving. */
import type { LiteralSink } from '../wire/literal-sink.ts';

/** Passes octets on until `release`; the rest of the literal is dropped. */
export class ClaimedSink implements LiteralSink {
  #sink: LiteralSink | undefined;
  #onDrained: (() => void) | undefined;

  constructor(sink: LiteralSink) {
    this.#sink = sink;
  }

  write(octets: Buffer): boolean {
    return this.#sink?.write(octets) ?? true;
  }

  onDrain(listener: () => void): void {
    this.#onDrained = listener;
    this.#sink?.onDrain(() => this.#drain(listener));
  }

  end(): void {
    this.#sink?.end();
    this.#sink = undefined;
  }

  /** Drops what is still to come; reading goes on where the consumer had stopped it. */
  release(): void {
    this.#sink = undefined;
    if (this.#onDrained) this.#drain(this.#onDrained);
  }

  /** A second call for the same wait would let octets through while the sink is full again. */
  #drain(listener: () => void): void {
    if (this.#onDrained !== listener) return;
    this.#onDrained = undefined;
    listener();
  }
}
