/** How many sessions the servers let this process have, as far as they have shown it. */
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type ServerKey, serverKey } from '../../../domain/limit-keys.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { ServerFull } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { endLongestIdle, type RoomTaker } from './session-room.ts';
import { tooManyConnections } from './session-waiters.ts';

/** What the ceilings work with. */
export interface ServerCeilingsOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The sessions of all logins. */
  readonly takers: () => Iterable<Omit<RoomTaker, 'isProved'>>;
}

/** The login that needs one more session. */
export interface CeilingApplicant {
  readonly account: MailAccount;
  /** False for a login that the server has never accepted: it ends no session of others. */
  readonly isProved: boolean;
}

interface Ceiling {
  readonly sessions: number;
  readonly probeAt: number;
  readonly forgottenAt: number;
}

/** After this time without a refusal one more session is tried. */
const PROBE_MS = 5 * 60_000;
/** For so long a server may count a session that has ended. */
const PARTING_MS = 100;
/** Then the server is as good as new. */
const MEMORY_MS = 60 * 60_000;
const MAX_SERVERS = 1_000;

/** Learns from servers that refuse connections. One that has refused none lately has no ceiling. */
export class ServerCeilings {
  readonly #options: ServerCeilingsOptions;
  readonly #ceilings = new LRUCache<ServerKey, Ceiling>({ max: MAX_SERVERS });

  constructor(options: ServerCeilingsOptions) {
    this.#options = options;
  }

  /**
   * Opens the session, which the sessions of its login count already. Where the server has shown that it takes no more, one that idles is
   * ended before. Throws what `open` throws, and `too-many-connections` where none idles.
   */
  async openBelow(
    { account, isProved }: CeilingApplicant,
    open: () => Promise<ImapSession>,
  ): Promise<ImapSession> {
    const server = serverKey(account.inbox);
    while (this.#countAt(server) > this.#of(server)) {
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

  /** How many sessions may be there. */
  #of(server: ServerKey): number {
    const ceiling = this.#ceilings.get(server);
    const now = this.#options.now();
    if (ceiling === undefined || now >= ceiling.forgottenAt) return Number.POSITIVE_INFINITY;
    return ceiling.sessions + (now >= ceiling.probeAt ? 1 : 0);
  }

  /** The server has refused one of those that are counted. If there is no other, the connections are those of others. */
  #lower(server: ServerKey): void {
    const sessions = this.#countAt(server) - 1;
    if (sessions === 0) return;
    const now = this.#options.now();
    this.#ceilings.set(server, { sessions, probeAt: now + PROBE_MS, forgottenAt: now + MEMORY_MS });
  }

  /** The server has taken all that are counted. */
  #raise(server: ServerKey): void {
    const ceiling = this.#ceilings.get(server);
    const sessions = this.#countAt(server);
    if (ceiling === undefined || sessions <= ceiling.sessions) return;
    this.#ceilings.set(server, { ...ceiling, sessions, probeAt: this.#options.now() + PROBE_MS });
  }

  #countAt(server: ServerKey): number {
    return this.#takersAt(server).reduce((sum, { group }) => sum + group.connected, 0);
  }

  #takersAt(server: ServerKey): readonly Omit<RoomTaker, 'isProved'>[] {
    return [...this.#options.takers()].filter(({ account }) => serverKey(account.inbox) === server);
  }
}
