/** The egress policy: which mail servers a connection may go to. Names are resolved once and every address is vetted. */
import { isIPv4 } from 'node:net';
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import { MailError } from '../../domain/mail-error.ts';
import { serverUnreachable } from '../../domain/server-unreachable.ts';
import { isPublicAddress } from './address-class.ts';
import { type HostName, parseHostName } from './host-name.ts';
import { type HostPattern, MAIL_PORTS, parseHostPattern } from './host-pattern.ts';
import { isLocalName } from './local-name.ts';
import { type HostResolution, type ResolveHost, resolveBySystem, resolveHost } from './resolve-host.ts';

/** What the policy allows, and how it resolves names. */
export interface HostPolicyOptions {
  /** Patterns of hosts that clients may name although the general rule refuses them (`APP_MAIL_HOSTS_ALLOW`). */
  readonly allowList: readonly string[];
  /** Whether servers named by clients may get the password without TLS (`APP_ALLOW_CLEARTEXT`). */
  readonly isCleartextAllowed: boolean;
  readonly resolve?: ResolveHost;
  readonly resolveTimeoutMs?: number;
}

/** A slower name server is of no use: the whole request has 30 seconds. */
const RESOLVE_TIMEOUT_MS = 5000;
const MAX_PORT = 65_535;

/** A host that is allowed as far as its name shows, before it is resolved. */
interface AdmittedHost {
  readonly host: HostName;
  readonly mayBePrivate: boolean;
}

/**
 * The policy of this installation. Servers of the operator may be anywhere. Servers named by a
 * client must match the allow list, or have a mail port and only public addresses.
 * Throws an Error for a pattern that cannot be read.
 */
export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  const { resolve = resolveBySystem, resolveTimeoutMs: timeoutMs = RESOLVE_TIMEOUT_MS } = options;
  const patterns = options.allowList.map(readPattern);

  return {
    async vet({ host: hostText, port, origin }, signal) {
      const { host, mayBePrivate } =
        origin === 'operator' ? admitOperatorHost(hostText, port) : admitClientHost(hostText, port, patterns);
      if (host.kind === 'address') return { address: host.address, port };
      const addresses = await findAddresses({ name: host.name, resolve, timeoutMs }, signal);
      return { address: chooseAddress(addresses, mayBePrivate), port, serverName: host.name };
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
  return { host, mayBePrivate: true };
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= MAX_PORT;
}

function admitClientHost(text: string, port: number, patterns: readonly HostPattern[]): AdmittedHost {
  const host = parseHostName(text);
  if (host !== undefined && patterns.some((pattern) => pattern.matches(host, port))) {
    return { host, mayBePrivate: true };
  }
  if (!MAIL_PORTS.has(port)) throw refusal('The port of a mail server must be 143, 465, 587 or 993.');
  if (host === undefined || isKnownPrivate(host)) {
    throw refusal('The host of a mail server must be its full DNS name or its public IP address.');
  }
  return { host, mayBePrivate: false };
}

function isKnownPrivate(host: HostName): boolean {
  return host.kind === 'name' ? isLocalName(host.name) : !isPublicAddress(host.address);
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
function chooseAddress(addresses: readonly string[], mayBePrivate: boolean): string {
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (address === undefined) throw serverUnreachable(new Error('The name has no address.'));
  if (!mayBePrivate && !addresses.every(isPublicAddress)) {
    throw serverUnreachable(new Error('The name resolves to an address that is not public.'));
  }
  return address;
}
