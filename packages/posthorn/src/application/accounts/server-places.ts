/** The places of sign-ins that are under way, so that those at one server, or of clients that fail, leave places to others. */
import type { Branded } from '../../domain/brand.ts';
import type { ServerKey } from '../../domain/limit-keys.ts';

/** Whose sign-ins wait in one line: those of a client, or of one user of a client that the operator trusts. */
export type LineKey = Branded<string, 'LineKey'>;

/** How much a client has shown so far, from the best to the worst. */
export type Standing = 'trusted' | 'accepted' | 'new' | 'suspect';

/** A sign-in as far as places are concerned. */
export interface ServerSignIn {
  readonly line: LineKey;
  /** Null where no mail server will be asked. */
  readonly server: ServerKey | null;
  /** True where a client has named the server, and false for one of the operator's, which may be the only one. */
  readonly isNamed: boolean;
  readonly standing: Standing;
}

/** How many places there are. */
export interface ServerPlacesLimits {
  /** Under way at the same time. */
  readonly maxPlaces: number;
  /** The most at one server; half of it for one that clients name, and for clients that have failed. */
  readonly maxPerServer: number;
  /** How long beginnings of clients that have shown nothing yet stand apart at a server of which more than half of the places are taken. */
  readonly paceMs: number;
}

/** The sign-ins under way. */
export class ServerPlaces {
  readonly #limits: ServerPlacesLimits;
  readonly #now: () => number;
  readonly #there = new Map<ServerKey, number>();
  readonly #ofLine = new Map<LineKey, number>();
  #count = 0;
  #suspects = 0;
  #pacedUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: ServerPlacesLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** How long some may have to wait although there are places. */
  get pauseMs(): number {
    return Math.max(0, Math.ceil(this.#pacedUntil - this.#now()));
  }

  /** How many of the line are under way. */
  countOf(line: LineKey): number {
    return this.#ofLine.get(line) ?? 0;
  }

  mayTake({ server, isNamed, standing }: ServerSignIn): boolean {
    if (server === null) return true;
    const { maxPlaces, maxPerServer } = this.#limits;
    const half = Math.ceil(maxPerServer / 2);
    const there = this.#there.get(server) ?? 0;
    if (this.#count >= maxPlaces || there >= (isNamed ? half : maxPerServer)) return false;
    if (standing === 'suspect' && this.#suspects >= half) return false;
    return there < half || !isPaced(standing) || this.#now() >= this.#pacedUntil;
  }

  take(signIn: ServerSignIn): void {
    this.#add(signIn, 1);
    const half = Math.ceil(this.#limits.maxPerServer / 2);
    const isCrowded = signIn.server !== null && (this.#there.get(signIn.server) ?? 0) >= half;
    if (isCrowded && isPaced(signIn.standing)) this.#pacedUntil = this.#now() + this.#limits.paceMs;
  }

  leave(signIn: ServerSignIn): void {
    this.#add(signIn, -1);
  }

  #add({ line, server, standing }: ServerSignIn, count: 1 | -1): void {
    if (server === null) return;
    this.#count += count;
    if (standing === 'suspect') this.#suspects += count;
    add(this.#there, server, count);
    add(this.#ofLine, line, count);
  }
}

function isPaced(standing: Standing): boolean {
  return standing === 'new' || standing === 'suspect';
}

/** Keeps no entry of 0. */
function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}
