/** Counts the octets of a spool, and enforces its bounds. */
import type { AccountKey } from '../../domain/limit-keys.ts';
import { MailError } from '../../domain/mail-error.ts';

/** All small contents together; above this, they go to files like large ones. */
const MAX_MEMORY_OCTETS = 64 * 1024 * 1024;
/** Requests that keep content last seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Octets that are kept at a time. */
export interface SpoolBounds {
  readonly maxKeptOctets: number;
  /** Of one owner. */
  readonly maxOwnedOctets: number;
}

/** The space of a spool as one owner sees it. */
export interface OwnedSpace {
  /** Throws `too-many-connections` when there is no room for these octets, and `rate-limited` when the owner has none left. */
  take(octets: number): void;
  giveBack(octets: number): void;
  /** True when this many octets may stay in memory. */
  takeMemory(octets: number): boolean;
  giveBackMemory(octets: number): void;
}

/** The accounting of a spool's space. */
export class SpoolSpace {
  readonly #bounds: SpoolBounds;
  /** Owners that keep nothing have no entry. */
  readonly #owned = new Map<AccountKey, number>();
  #octets = 0;
  #memoryOctets = 0;

  constructor(bounds: SpoolBounds) {
    this.#bounds = bounds;
  }

  /** The space for the owner. */
  of(owner: AccountKey): OwnedSpace {
    return {
      take: (octets) => this.#take(owner, octets),
      giveBack: (octets) => this.#add(owner, -octets),
      takeMemory: (octets) => this.#takeMemory(octets),
      giveBackMemory: (octets) => {
        this.#memoryOctets -= octets;
      },
    };
  }

  #take(owner: AccountKey, octets: number): void {
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

  #add(owner: AccountKey, octets: number): void {
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
