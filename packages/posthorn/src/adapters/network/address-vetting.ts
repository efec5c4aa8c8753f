import { isIPv4 } from 'node:net';
import type { VettedHost } from '../../application/ports/host-policy.ts';
import { InsideAddress, serverUnreachable } from '../../domain/errors/server-unreachable.ts';
import { isPublicAddress } from './address-class.ts';
import type { HostName } from './host-name.ts';
import { createOwnAddresses } from './own-addresses.ts';
import {
  createDnsResolver,
  type HostResolution,
  type ResolveHost,
  resolveBySystem,
  resolveHost,
} from './resolve-host.ts';

/** Vetting options. */
export interface AddressVettingOptions {
  /** Instead of name servers and system. */
  readonly resolve?: ResolveHost;
  readonly isOwnAddress?: (address: string) => boolean;
  readonly resolveTimeoutMs?: number;
}

/** A host allowed by name, unresolved. */
export interface AdmittedHost {
  readonly host: HostName;
  /** The operator's: any address. */
  readonly isListed: boolean;
}

/** Resolves admitted hosts. */
export interface AddressVetting {
  /** Public, and not of this machine. */
  readonly isOutside: (address: string) => boolean;
  /** Throws `server-unreachable`, with cause InsideAddress for a forbidden address. */
  vet(admitted: AdmittedHost & { readonly port: number }, signal: AbortSignal): Promise<VettedHost>;
}

/** A request has 30 seconds. */
const RESOLVE_TIMEOUT_MS = 5000;

/** Resolves once, and checks all addresses. */
export function createAddressVetting({
  resolve,
  isOwnAddress = createOwnAddresses(),
  resolveTimeoutMs: timeoutMs = RESOLVE_TIMEOUT_MS,
}: AddressVettingOptions): AddressVetting {
  const resolveForStrangers = resolve ?? createDnsResolver();
  const resolveForOperator = resolve ?? resolveBySystem;
  const isOutside = (address: string) => isPublicAddress(address) && !isOwnAddress(address);
  return {
    isOutside,
    async vet({ host, isListed, port }, signal) {
      if (host.kind === 'address') return { address: host.address, port };
      const { name } = host;
      const resolution = { name, resolve: isListed ? resolveForOperator : resolveForStrangers, timeoutMs };
      const addresses = await findAddresses(resolution, signal);
      const mayBeUsed = isListed ? () => true : isOutside;
      return { address: chooseAddress(addresses, mayBeUsed), port, serverName: name };
    },
  };
}

async function findAddresses(resolution: HostResolution, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolveHost(resolution, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw serverUnreachable(error);
  }
}

/** One bad address refuses the name: attackers choose the next lookup's. */
function chooseAddress(addresses: readonly string[], mayBeUsed: (address: string) => boolean): string {
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (address === undefined) throw serverUnreachable(new Error('The name has no address.'));
  if (!addresses.every(mayBeUsed)) {
    throw serverUnreachable(new InsideAddress());
  }
  return address;
}
