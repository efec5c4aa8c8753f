import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ServerKey } from '../../../domain/limits/limit-keys.ts';
import { ServerFull } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { endLongestIdle, type RoomTaker } from './session-room.ts';
import { tooManyConnections } from './session-waiters.ts';

/** Clock and all sessions. */
export interface ServerCeilingsOptions {
  readonly now: () => number;
  readonly takers: () => Iterable<Pick<RoomTaker, 'shares' | 'group'>>;
}

/** The login needing a session. */
export interface CeilingApplicant {
  readonly server: ServerKey;
  /** Unproved logins end no others' sessions. */
  readonly isProved: boolean;
}

interface Ceiling {
  readonly sessions: number;
  readonly probeAt: number;
  readonly forgottenAt: number;
}

/** After this long without refusal, one more is tried. */
const PROBE_MS = 5 * 60_000;
/** Servers may count ended sessions for this long. */
const PARTING_MS = 100;
const MEMORY_MS = 60 * 60_000;
const MAX_SERVERS = 1_000;

/** Each server's session limit, from its refusals. */
export class ServerCeilings {
  readonly #options: ServerCeilingsOptions;
  readonly #ceilings = new LRUCache<ServerKey, Ceiling>({ max: MAX_SERVERS });

  constructor(options: ServerCeilingsOptions) {
    this.#options = options;
  }

  /**
   * Opens a session, counted already; at the limit an idle one ends first. Throws as `open`, and
   * `too-many-connections` if none idles.
   */
  async openBelow(
    { server, isProved }: CeilingApplicant,
    open: () => Promise<ImapSession>,
  ): Promise<ImapSession> {
    while (this.#isBeyond(server)) {
      const hasEnded = isProved && (await endLongestIdle(this.#takersAt(server)));
      if (!hasEnded) throw tooManyConnections();
      await wait(PARTING_MS);
    }
    try {
      const session = await open();
      this.#raise(server);
      return session;
    } catch (error) {
      if (error instanceof ServerFull) this.#lower(server);
      throw error;
    }
  }

  /** Only with a ceiling: counting reads all the process's sessions. */
  #isBeyond(server: ServerKey): boolean {
    const ceiling = this.#ceilings.get(server);
    const now = this.#options.now();
    if (ceiling === undefined || now >= ceiling.forgottenAt) return false;
    return this.#countAt(server) > ceiling.sessions + (now >= ceiling.probeAt ? 1 : 0);
  }

  /** A refused only session: others use the connections. */
  #lower(server: ServerKey): void {
    const sessions = this.#countAt(server) - 1;
    if (sessions === 0) return;
    const now = this.#options.now();
    this.#ceilings.set(server, { sessions, probeAt: now + PROBE_MS, forgottenAt: now + MEMORY_MS });
  }

  #raise(server: ServerKey): void {
    const ceiling = this.#ceilings.get(server);
    if (ceiling === undefined) return;
    const sessions = this.#countAt(server);
    if (sessions <= ceiling.sessions) return;
    this.#ceilings.set(server, { ...ceiling, sessions, probeAt: this.#options.now() + PROBE_MS });
  }

  #countAt(server: ServerKey): number {
    return this.#takersAt(server).reduce((sum, { group }) => sum + group.connected, 0);
  }

  #takersAt(server: ServerKey): readonly Pick<RoomTaker, 'group'>[] {
    return [...this.#options.takers()].filter(({ shares }) => shares.server === server);
  }
}
