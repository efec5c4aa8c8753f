import { MailError } from '../../domain/errors/mail-error.ts';
import type { OwnerKey } from '../../domain/rights/principal.ts';

const MAX_MEMORY_OCTETS = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** Limits in octets. */
export interface SpoolBounds {
  readonly maxKeptOctets: number;
  readonly maxOwnedOctets: number;
}

/** An owner's space. */
export interface OwnedSpace {
  /** Throws `too-many-connections` for a full spool, `rate-limited` for the owner's share. */
  take(octets: number): void;
  giveBack(octets: number): void;
  /** False: use a file. */
  takeMemory(octets: number): boolean;
  giveBackMemory(octets: number): void;
}

/** Counts octets and enforces limits. */
export class SpoolSpace {
  readonly #bounds: SpoolBounds;
  readonly #owned = new Map<OwnerKey, number>();
  #octets = 0;
  #memoryOctets = 0;

  constructor(bounds: SpoolBounds) {
    this.#bounds = bounds;
  }

  of(owner: OwnerKey): OwnedSpace {
    return {
      take: (octets) => this.#take(owner, octets),
      giveBack: (octets) => this.#add(owner, -octets),
      takeMemory: (octets) => this.#takeMemory(octets),
      giveBackMemory: (octets) => {
        this.#memoryOctets -= octets;
      },
    };
  }

  #take(owner: OwnerKey, octets: number): void {
    const { maxKeptOctets, maxOwnedOctets } = this.#bounds;
    if ((this.#owned.get(owner) ?? 0) + octets > maxOwnedOctets) {
      throw new MailError('rate-limited', {
        detail: 'The service keeps too much content for this login at the moment.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    if (this.#octets + octets > maxKeptOctets) {
      throw new MailError('too-many-connections', {
        detail: 'The service keeps too much content for others at the moment.',
      });
    }
    this.#add(owner, octets);
  }

  #add(owner: OwnerKey, octets: number): void {
    const owned = (this.#owned.get(owner) ?? 0) + octets;
    if (owned === 0) this.#owned.delete(owner);
    else this.#owned.set(owner, owned);
    this.#octets += octets;
  }

  #takeMemory(octets: number): boolean {
    if (this.#memoryOctets + octets > MAX_MEMORY_OCTETS) return false;
    this.#memoryOctets += octets;
    return true;
  }
}
