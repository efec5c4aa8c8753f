/** The room for the sessions of all logins, and how it is shared. */
import { clientNetwork } from '../../../domain/client-network.ts';
import { type AccountKey, serverKey } from '../../../domain/limit-keys.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { SessionGroup } from './session-group.ts';

/** The sessions of one login. */
export interface RoomTaker {
  readonly account: MailAccount;
  readonly accountKey: AccountKey;
  readonly group: SessionGroup;
  /** False as long as the server has not accepted the login; such sessions are counted elsewhere and take no room. */
  readonly isProved: boolean;
}

/** For whom there has to be room, and how much there is. */
export interface RoomRequest {
  readonly account: MailAccount;
  readonly accountKey: AccountKey;
  readonly maxTotal: number;
  /** Of all logins of the account. */
  readonly maxOfAccount: number;
}

/**
 * True when the sessions are no more than `maxTotal`, and those of the account no more than `maxOfAccount`, if need be after closing some that idle, the longest first. Sessions at one server
 * that a client has named, and those of one client at such servers, take at most half of the room, so that nobody can fill it.
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

/** True when the sessions of the takers are no more than `max`, if need be after closing the one that has idled longest. */
function shrink(takers: readonly RoomTaker[], max: number): boolean {
  const groups = takers.map(({ group }) => group);
  const total = groups.reduce((sum, group) => sum + group.size, 0);
  if (total <= max) return true;
  return longestIdle(groups)?.closeLongestIdle() ?? false;
}

/** Ends the session that has idled longest among those of the takers; false where none idles. Settles when its server knows. */
export async function endLongestIdle(takers: readonly Pick<RoomTaker, 'group'>[]): Promise<boolean> {
  return (await longestIdle(takers.map(({ group }) => group))?.endLongestIdle()) ?? false;
}

function longestIdle(groups: readonly SessionGroup[]): SessionGroup | undefined {
  const idling = groups.filter((group) => group.idleSince !== null);
  return idling.sort((a, b) => (a.idleSince ?? 0) - (b.idleSince ?? 0))[0];
}
