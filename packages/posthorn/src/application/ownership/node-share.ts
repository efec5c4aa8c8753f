import { SHARDS } from '../../domain/accounts/account-shard.ts';
import type { StoredNode } from '../ports/state/nodes.ts';

/** A node's number of shards, in proportion to possible owners' capacities. */
export function shareOf(id: string, nodes: readonly StoredNode[]): number {
  const owners = possibleOwners(nodes.filter(({ isLapsed }) => !isLapsed));
  const own = owners.find((node) => node.id === id);
  const total = owners.reduce((sum, { capacity }) => sum + capacity, 0);
  return own === undefined || total === 0 ? 0 : Math.ceil((SHARDS * own.capacity) / total);
}

/** Without watching nodes, client nodes own accounts, which keeps sessions and locks exact. */
function possibleOwners(nodes: readonly StoredNode[]): readonly StoredNode[] {
  const watching = nodes.filter(({ roles }) => roles.includes('watch'));
  return watching.length > 0 ? watching : nodes.filter(({ roles }) => roles.includes('api'));
}
