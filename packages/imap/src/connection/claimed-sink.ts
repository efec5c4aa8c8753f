import type { LiteralSink } from '../wire/literal-sink.ts';

/** Passes a literal to its consumer until `release`; drops the rest. */
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

  release(): void {
    this.#sink = undefined;
    if (this.#onDrained) this.#drain(this.#onDrained);
  }

  /** A second call for one wait would let octets into a full sink. */
  #drain(listener: () => void): void {
    if (this.#onDrained !== listener) return;
    this.#onDrained = undefined;
    listener();
  }
}
