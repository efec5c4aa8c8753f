/** The addresses of this machine: services that listen there may trust connections from it. */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

const CHECK_INTERVAL_MS = 30_000;

/** A function that is true for an address of a network interface of this machine, in any notation. They are read again at intervals. */
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

/** IPv4 in the notation of IPv6 becomes IPv4, and a zone is cut off. */
function normalise(address: string): string {
  const [bare = ''] = address.split('%', 1);
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}
