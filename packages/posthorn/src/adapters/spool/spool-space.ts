/** Counts the octets of a spool, and enforces its bounds. */
import { MailError } from '../../domain/mail-error.ts';

/** All small contents together; above this, they go to files like large ones. */
const MAX_MEMORY_OCTETS = 64 * 1024 * 1024;

/** The accounting of a spool's space. */
export class SpoolSpace {
  readonly #maxOctets: number;
  #octets = 0;
  #memoryOctets = 0;

  constructor(maxOctets: number) {
    this.#maxOctets = maxOctets;
  }

  /** Throws `too-many-connections` when there is no room for these octets. */
  take(octets: number): void {
    if (this.#octets + octets > this.#maxOctets) {
      throw new MailError('too-many-connections', {
        detail: 'The service keeps too much content for others at the moment.',
      });
    }
    this.#octets += octets;
  }

  giveBack(octets: number): void {
    this.#octets -= octets;
  }

  /** True when this many octets may stay in memory. */
  takeMemory(octets: number): boolean {
    if (this.#memoryOctets + octets > MAX_MEMORY_OCTETS) return false;
    this.#memoryOctets += octets;
    return true;
  }

  giveBackMemory(octets: number): void {
    this.#memoryOctets -= octets;
  }
}
