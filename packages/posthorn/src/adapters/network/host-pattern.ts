import { type HostName, parseHostName } from './host-name.ts';

/** Hosts and ports. */
export interface HostPattern {
  readonly matches: (host: HostName, port: number) => boolean;
}

/** IMAP (STARTTLS, TLS), submission (TLS, STARTTLS). */
export const MAIL_PORTS: ReadonlySet<number> = new Set([143, 993, 465, 587]);

/** Brackets separate IPv6 and port. */
const PATTERN =
  /^(?<wildcard>\*\.)?(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::(?<port>[1-9][0-9]{0,4}))?$/;
const MAX_PORT = 65_535;

/** Undefined if invalid. Without a port it covers the usual ones. `*.example.org` covers names below only. */
export function parseHostPattern(
  text: string,
  usualPorts: ReadonlySet<number> = MAIL_PORTS,
): HostPattern | undefined {
  const groups = PATTERN.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const host = parseHostName(groups.bracketed ?? groups.plain ?? '');
  const port = groups.port === undefined ? undefined : Number(groups.port);
  if (host === undefined || (port !== undefined && port > MAX_PORT)) return undefined;
  if (groups.wildcard !== undefined && host.kind === 'address') return undefined;

  const isPort = (other: number) => (port === undefined ? usualPorts.has(other) : port === other);
  const isHost = groups.wildcard === undefined ? isSame(host) : isBelow(host);
  return { matches: (other, otherPort) => isHost(other) && isPort(otherPort) };
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
