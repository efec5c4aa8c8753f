/** The egress policy: which mail servers a connection may go to. Names are resolved once and every address is vetted. */
import { isIPv4 } from 'node:net';
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import { MailError } from '../../domain/mail-error.ts';
import { serverUnreachable } from '../../domain/server-unreachable.ts';
import { isPublicAddress } from './address-class.ts';
import { type HostName, parseHostName } from './host-name.ts';
import { type HostPattern, MAIL_PORTS, parseHostPattern } from './host-pattern.ts';
import { isLocalName } from './local-name.ts';
import { createOwnAddresses } from './own-addresses.ts';
import {
  createDnsResolver,
  type HostResolution,
  type ResolveHost,
  resolveBySystem,
  resolveHost,
} from './resolve-host.ts';

/** What the policy allows, and how it resolves names. */
export interface HostPolicyOptions {
  /** Patterns of hosts that clients may name although the general rule refuses them (`APP_MAIL_HOSTS_ALLOW`). */
  readonly allowList: readonly string[];
  /** Patterns of the only hosts that clients may name, in addition to those of the allow list (`APP_MAIL_HOSTS_ONLY`); empty for all. */
  readonly onlyList?: readonly string[];
  /** Whether servers named by clients may get the password without TLS (`APP_ALLOW_CLEARTEXT`). */
  readonly isCleartextAllowed: boolean;
  /** In place of the name servers and of the system. */
  readonly resolve?: ResolveHost;
  /** True for an address of this machine. */
  readonly isOwnAddress?: (address: string) => boolean;
  readonly resolveTimeoutMs?: number;
}

/** A slower name server is of no use: the whole request has 30 seconds. */
const RESOLVE_TIMEOUT_MS = 5000;
const MAX_PORT = 65_535;

/** A host that is allowed as far as its name shows, before it is resolved. */
interface AdmittedHost {
  readonly host: HostName;
  /** True for a host that the operator has named: it may be anywhere. */
  readonly isListed: boolean;
}

/** What holds for hosts that clients name. */
interface ClientRules {
  readonly allowed: readonly HostPattern[];
  readonly only: readonly HostPattern[];
  /** True for a public address that is not one of this machine. */
  readonly isOutside: (address: string) => boolean;
}

/**
 * The policy of this installation. Servers of the operator may be anywhere. Servers named by a
 * client must match the allow list, or have a mail port and only public addresses.
 * Throws an Error for a pattern that cannot be read.
 */
export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  const { resolve, resolveTimeoutMs: timeoutMs = RESOLVE_TIMEOUT_MS, onlyList = [] } = options;
  const { isOwnAddress = createOwnAddresses() } = options;
  const rules: ClientRules = {
    allowed: options.allowList.map(readPattern),
    only: onlyList.map(readPattern),
    isOutside: (address) => isPublicAddress(address) && !isOwnAddress(address),
  };
  const resolveForStrangers = resolve ?? createDnsResolver();
  const resolveForOperator = resolve ?? resolveBySystem;

  return {
    async vet({ host: hostText, port, origin }, signal) {
      const { host, isListed } =
        origin === 'operator' ? admitOperatorHost(hostText, port) : admitClientHost(hostText, port, rules);
      if (host.kind === 'address') return { address: host.address, port };
      const { name } = host;
      const resolution = { name, resolve: isListed ? resolveForOperator : resolveForStrangers, timeoutMs };
      const addresses = await findAddresses(resolution, signal);
      const mayBeUsed = isListed ? () => true : rules.isOutside;
      return { address: chooseAddress(addresses, mayBeUsed), port, serverName: name };
    },

    isCleartextAllowed: (origin) => origin === 'operator' || options.isCleartextAllowed,
  };
}

function readPattern(text: string): HostPattern {
  const pattern = parseHostPattern(text);
  if (pattern === undefined)
    throw new Error(`"${text}" in the list of allowed mail hosts is not host[:port].`);
  return pattern;
}

function admitOperatorHost(text: string, port: number): AdmittedHost {
  const host = parseHostName(text);
  if (host === undefined || !isPort(port))
    throw serverUnreachable(new Error('The host or port is malformed.'));
  return { host, isListed: true };
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= MAX_PORT;
}

function admitClientHost(
  text: string,
  port: number,
  { allowed, only, isOutside }: ClientRules,
): AdmittedHost {
  const host = parseHostName(text);
  const isCovered = (patterns: readonly HostPattern[]): boolean =>
    host !== undefined && patterns.some((pattern) => pattern.matches(host, port));
  if (host !== undefined && isCovered(allowed)) return { host, isListed: true };
  if (only.length > 0 && !isCovered(only)) {
    throw refusal('The mail server is not one of those that may be used here.');
  }
  if (only.length === 0 && !MAIL_PORTS.has(port)) {
    throw refusal('The port of a mail server must be 143, 465, 587 or 993.');
  }
  const isKnownInside =
    host === undefined || (host.kind === 'name' ? isLocalName(host.name) : !isOutside(host.address));
  if (isKnownInside) {
    throw refusal('The host of a mail server must be its full DNS name or its public IP address.');
  }
  return { host, isListed: false };
}

function refusal(detail: string): MailError {
  return new MailError('invalid-parameter', { detail, parameter: 'X-CNMAIL-DATA' });
}

async function findAddresses(resolution: HostResolution, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolveHost(resolution, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw serverUnreachable(error);
  }
}

/** One bad address refuses the name, because an attacker chooses which address a later lookup returns. */
function chooseAddress(addresses: readonly string[], mayBeUsed: (address: string) => boolean): string {
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (address === undefined) throw serverUnreachable(new Error('The name has no address.'));
  if (!addresses.every(mayBeUsed)) {
    throw serverUnreachable(
      new Error('The name resolves to an address that is not public, or that of this machine.'),
    );
  }
  return address;
}
