import type { HostPolicy } from '../../application/ports/host-policy.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { serverUnreachable } from '../../domain/errors/server-unreachable.ts';
import { type AddressVettingOptions, type AdmittedHost, createAddressVetting } from './address-vetting.ts';
import { parseHostName } from './host-name.ts';
import { type HostPattern, MAIL_PORTS, parseHostPattern } from './host-pattern.ts';
import { isLocalName } from './local-name.ts';

/** Allowed hosts, and resolution. */
export interface HostPolicyOptions extends AddressVettingOptions {
  /** Client-named hosts outside the general rule (`APP_MAIL_HOSTS_ALLOW`). */
  readonly allowList: readonly string[];
  /** The only other client-named hosts (`APP_MAIL_HOSTS_ONLY`); empty: all. */
  readonly onlyList?: readonly string[];
  /** For client-named servers (`APP_ALLOW_CLEARTEXT`). */
  readonly isCleartextAllowed: boolean;
  /** Default: mail ports. */
  readonly clientPorts?: ReadonlySet<number>;
}

const MAX_PORT = 65_535;

interface ClientRules {
  readonly allowed: readonly HostPattern[];
  readonly only: readonly HostPattern[];
  readonly ports: ReadonlySet<number>;
  readonly isOutside: (address: string) => boolean;
}

/**
 * Egress policy. The operator's servers may be anywhere. Client-named ones need the allow list, or a mail
 * port and public addresses only. Throws an Error for an invalid pattern.
 */
export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  const { onlyList = [] } = options;
  const vetting = createAddressVetting(options);
  const rules: ClientRules = {
    allowed: options.allowList.map(readPattern),
    only: onlyList.map(readPattern),
    ports: options.clientPorts ?? MAIL_PORTS,
    isOutside: vetting.isOutside,
  };

  return {
    async vet({ host, port, origin }, signal) {
      const admitted =
        origin === 'operator' ? admitOperatorHost(host, port) : admitClientHost(host, port, rules);
      return vetting.vet({ ...admitted, port }, signal);
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
  { allowed, only, ports, isOutside }: ClientRules,
): AdmittedHost {
  const host = parseHostName(text);
  const isCovered = (patterns: readonly HostPattern[]): boolean =>
    host !== undefined && patterns.some((pattern) => pattern.matches(host, port));
  if (host !== undefined && isCovered(allowed)) return { host, isListed: true };
  if (only.length > 0 && !isCovered(only)) {
    throw refusal('The mail server is not one of those that may be used here.');
  }
  if (only.length === 0 && !ports.has(port)) {
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
