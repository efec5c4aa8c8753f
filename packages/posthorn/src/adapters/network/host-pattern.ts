/** The operator's patterns of hosts that clients may name: `host`, `host:port`, `*.example.org`. */
import { type HostName, parseHostName } from './host-name.ts';

/** Decides whether one host and port are covered. */
export interface HostPattern {
  readonly matches: (host: HostName, port: number) => boolean;
}

/** The ports of mail clients: IMAP with STARTTLS, IMAP and submission with TLS, submission with STARTTLS. */
export const MAIL_PORTS: ReadonlySet<number> = new Set([143, 993, 465, 587]);

/** Brackets set an IPv6 address apart from the port, as in a URL. */
const PATTERN =
  /^(?<wildcard>\*\.)?(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::(?<port>[1-9][0-9]{0,4}))?$/;
const MAX_PORT = 65_535;

/**
 * The pattern that `text` spells, or undefined. Without a port it covers the four mail ports, with
 * one only that port. `*.example.org` covers all names below `example.org`, at any depth, but not itself.
 */
export function parseHostPattern(text: string): HostPattern | undefined {
  const groups = PATTERN.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const host = parseHostName(groups.bracketed ?? groups.plain ?? '');
  const port = groups.port === undefined ? undefined : Number(groups.port);
  if (host === undefined || (port !== undefined && port > MAX_PORT)) return undefined;
  if (groups.wildcard !== undefined && host.kind === 'address') return undefined;

  const isHost = groups.wildcard === undefined ? isSame(host) : isBelow(host);
  return { matches: (other, otherPort) => isHost(other) && isPortCovered(port, otherPort) };
}

function isPortCovered(port: number | undefined, other: number): boolean {
  return port === undefined ? MAIL_PORTS.has(other) : port === other;
}

function isSame(host: HostName): (other: HostName) => boolean {
  return (other) => toText(other) === toText(host);
}

function isBelow(host: HostName): (other: HostName) => boolean {
  const suffix = `.${toText(host)}`;
  return (other) => other.kind === 'name' && other.name.endsWith(suffix);
}

function toText(host: HostName): string {
  return host.kind === 'name' ? host.name : host.address;
}
