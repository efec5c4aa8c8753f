import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

const CHECK_INTERVAL_MS = 30_000;

/**
 * A test for this machine's addresses, where services may trust local connections. Rereads the interfaces at
 * intervals.
 */
export function createOwnAddresses(now: () => number = Date.now): (address: string) => boolean {
  let own: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    if (now() - readAt > CHECK_INTERVAL_MS) {
      own = readAddresses();
      readAt = now();
    }
    return own.has(normalise(address));
  };
}

function readAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => normalise(address)));
}

/** IPv4 for mapped addresses; without zone. */
function normalise(address: string): string {
  const [bare = ''] = address.split('%', 1);
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}
