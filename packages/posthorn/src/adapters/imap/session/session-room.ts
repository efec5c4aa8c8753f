import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { type AccountKey, serverKey } from '../../../domain/limits/limit-keys.ts';
import { clientNetwork } from '../../../domain/network/client-network.ts';
import type { SessionGroup } from './session-group.ts';

/** One login's sessions. */
export interface RoomTaker {
  readonly account: MailAccount;
  readonly accountKey: AccountKey;
  readonly group: SessionGroup;
  /** Unproved sessions take no room. */
  readonly isProved: boolean;
}

/** Account and limits. */
export interface RoomRequest {
  readonly account: MailAccount;
  readonly accountKey: AccountKey;
  readonly maxTotal: number;
  readonly maxOfAccount: number;
}

/**
 * Closes idle sessions if needed; false without room. One client-named server, or one client at such servers,
 * gets at most half: none may fill the room.
 */
export function fitIn(
  takers: readonly RoomTaker[],
  { account, accountKey, maxTotal, maxOfAccount }: RoomRequest,
): boolean {
  const proved = takers.filter(({ isProved }) => isProved);
  const half = Math.ceil(maxTotal / 2);
  const named = proved.filter((taker) => taker.account.origin === 'client');
  const server = serverKey(account.inbox);
  const client = account.client && clientNetwork(account.client);
  const isThere = (taker: RoomTaker): boolean => serverKey(taker.account.inbox) === server;
  const isOfClient = ({ account: { client: other } }: RoomTaker): boolean =>
    client !== undefined && other !== undefined && clientNetwork(other) === client;
  const ofAccount = proved.filter((taker) => taker.accountKey === accountKey);
  if (!shrink(ofAccount, maxOfAccount)) return false;
  const fits =
    account.origin === 'operator' ||
    (shrink(named.filter(isThere), half) && shrink(named.filter(isOfClient), half));
  return fits && shrink(proved, maxTotal);
}

function shrink(takers: readonly RoomTaker[], max: number): boolean {
  const groups = takers.map(({ group }) => group);
  const total = groups.reduce((sum, group) => sum + group.size, 0);
  if (total <= max) return true;
  return longestIdle(groups)?.closeLongestIdle() ?? false;
}

/** Ends the longest idle session and awaits its logout; false if none idles. */
export async function endLongestIdle(takers: readonly Pick<RoomTaker, 'group'>[]): Promise<boolean> {
  return (await longestIdle(takers.map(({ group }) => group))?.endLongestIdle()) ?? false;
}

function longestIdle(groups: readonly SessionGroup[]): SessionGroup | undefined {
  const idling = groups.filter((group) => group.idleSince !== null);
  return idling.sort((a, b) => (a.idleSince ?? 0) - (b.idleSince ?? 0))[0];
}
