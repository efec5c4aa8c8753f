import type { ServerKey } from '../../domain/limits/limit-keys.ts';
import type { Branded } from '../../domain/values/brand.ts';

/** A client, or a trusted client's user. */
export type LineKey = Branded<string, 'LineKey'>;

/** Best first. */
export type Standing = 'trusted' | 'accepted' | 'new' | 'suspect';

/** A sign-in's properties for slots. */
export interface ServerSignIn {
  readonly line: LineKey;
  /** Null: no mail server is needed. */
  readonly server: ServerKey | null;
  /** False for the operator's server, perhaps the only one. */
  readonly isNamed: boolean;
  readonly standing: Standing;
}

/** Limits on concurrent sign-ins. */
export interface ServerPlacesLimits {
  readonly maxPlaces: number;
  /** Halved for client-named servers and failing clients. */
  readonly maxPerServer: number;
  /** Between new clients at a server with half its slots taken. */
  readonly paceMs: number;
}

/** Slots of running sign-ins, which no server or failing clients can fill. */
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

  get pauseMs(): number {
    return Math.max(0, Math.ceil(this.#pacedUntil - this.#now()));
  }

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

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}
