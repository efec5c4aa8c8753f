import type { LoginKey } from '../../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { type AccountKey, accountKey, type ServerKey, serverKey } from '../../../domain/limits/limit-keys.ts';
import { type ClientNetwork, clientNetwork } from '../../../domain/network/client-network.ts';
import type { SessionGroup } from './session-group.ts';

/** Whom an account's sessions are counted for. */
export interface RoomShares {
  readonly account: AccountKey;
  readonly server: ServerKey;
  /** The client named the server. */
  readonly isNamed: boolean;
  readonly client: ClientNetwork | null;
}

/** One login's sessions. */
export interface RoomTaker {
  readonly account: MailAccount;
  readonly shares: RoomShares;
  readonly group: SessionGroup;
  /** Unproved sessions take no room. */
  isProved(): boolean;
}

/** All logins, and those of the applicant's account. */
export interface RoomTakers {
  readonly all: ReadonlyMap<LoginKey, RoomTaker>;
  readonly ofAccount: ReadonlySet<RoomTaker>;
  readonly counted: CountedSessions;
}

/** Counts the sessions of all logins, thousands, only when those opened since could be too many. */
export class CountedSessions {
  #atMost = 0;

  /** Call it for each session that opens. */
  add(): void {
    this.#atMost += 1;
  }

  /** True if there are at most `max`. */
  isWithin(max: number, all: RoomTakers['all']): boolean {
    if (this.#atMost <= max) return true;
    this.#atMost = 0;
    for (const { group } of all.values()) this.#atMost += group.size;
    return this.#atMost <= max;
  }
}

/** The applicant, and limits. */
export interface RoomRequest {
  readonly shares: RoomShares;
  readonly maxTotal: number;
  readonly maxOfAccount: number;
}

/** Computed once per login: thousands are compared for each new session. */
export function sharesOf({ login, inbox: server, origin, client }: MailAccount): RoomShares {
  return {
    account: accountKey({ login, server }),
    server: serverKey(server),
    isNamed: origin === 'client',
    client: client === undefined ? null : clientNetwork(client),
  };
}

/**
 * Closes idle sessions if needed; false without room. One client-named server, or one client at such servers,
 * gets at most half: none may fill the room.
 */
export function fitIn(
  { all, ofAccount, counted }: RoomTakers,
  { shares: { server, client, isNamed }, maxTotal, maxOfAccount }: RoomRequest,
): boolean {
  if (!shrink(ofAccount, maxOfAccount)) return false;
  const half = Math.ceil(maxTotal / 2);
  const isThere = ({ shares }: RoomTaker) => shares.isNamed && shares.server === server;
  const isOfClient = ({ shares }: RoomTaker) => client !== null && shares.isNamed && shares.client === client;
  const fits = !isNamed || (shrink(all.values(), half, isThere) && shrink(all.values(), half, isOfClient));
  return fits && (counted.isWithin(maxTotal, all) || shrink(all.values(), maxTotal));
}

function shrink(
  takers: Iterable<RoomTaker>,
  max: number,
  isCounted: (taker: RoomTaker) => boolean = () => true,
): boolean {
  const counted: RoomTaker[] = [];
  let size = 0;
  for (const taker of takers) {
    if (!isCounted(taker)) continue;
    counted.push(taker);
    size += taker.group.size;
  }
  // Proofs are looked up only if all together are too many.
  if (size <= max) return true;
  const proved = counted.filter((taker) => taker.isProved());
  const provedSize = proved.reduce((sum, { group }) => sum + group.size, 0);
  return provedSize <= max || (longestIdle(proved)?.closeLongestIdle() ?? false);
}

/** Ends the longest idle session and awaits its logout; false if none idles. */
export async function endLongestIdle(takers: Iterable<Pick<RoomTaker, 'group'>>): Promise<boolean> {
  return (await longestIdle(takers)?.endLongestIdle()) ?? false;
}

function longestIdle(takers: Iterable<Pick<RoomTaker, 'group'>>): SessionGroup | undefined {
  let longest: SessionGroup | undefined;
  let since = Number.POSITIVE_INFINITY;
  for (const { group } of takers) {
    const { idleSince } = group;
    if (idleSince === null || idleSince >= since) continue;
    longest = group;
    since = idleSince;
  }
  return longest;
}
