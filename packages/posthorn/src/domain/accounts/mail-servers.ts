export type ServerProtocol = 'imap' | 'smtp';

/** `tls`: from the first octet (RFC 8314 §3). `starttls`: required. */
export type ServerSecurity = 'tls' | 'starttls';

export type LoginMechanism = 'password' | 'oauth';

/** A domain's server. */
export interface PublishedServer {
  readonly protocol: ServerProtocol;
  /** May contain `%EMAILDOMAIN%`. */
  readonly host: string;
  readonly port: number;
  readonly security: ServerSecurity;
  /** May contain `%EMAILADDRESS%`, `%EMAILLOCALPART%`, `%EMAILDOMAIN%`. */
  readonly user: string;
  /** Preferred first; not empty. */
  readonly mechanisms: readonly LoginMechanism[];
}

/** The preferred first. */
export interface PublishedServers {
  readonly incoming: readonly PublishedServer[];
  readonly outgoing: readonly PublishedServer[];
}

/** An address in parts. */
export interface AddressParts {
  readonly address: string;
  readonly localPart: string;
  /** ASCII, lower case. */
  readonly domain: string;
}

export const WHOLE_ADDRESS = '%EMAILADDRESS%';

const PORTS: Readonly<Record<ServerProtocol, readonly number[]>> = { imap: [993, 143], smtp: [465, 587] };
/** At least two labels: no search list. A letter in the last: no IP address. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_HOST_CHARACTERS = 253;
const MAX_USER_CHARACTERS = 320;
const PLACEHOLDER = /%EMAIL(?:ADDRESS|LOCALPART|DOMAIN)%/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** True for a full DNS name in lower case. */
export function isFullHostName(text: string): boolean {
  return text.length <= MAX_HOST_CHARACTERS && HOST.test(text);
}

/** The server for one address; null for unusual ports, partial host names or unrelated user names. */
export function serverFor(server: PublishedServer, parts: AddressParts): PublishedServer | null {
  // A local part would disclose the user to DNS.
  const host = server.host.replaceAll('%EMAILDOMAIN%', parts.domain).toLowerCase();
  const user = server.user.replaceAll(PLACEHOLDER, (name) => partNamed(name, parts));
  const isHostUsable = PORTS[server.protocol].includes(server.port) && isFullHostName(host);
  const isUserUsable =
    user !== server.user && user.length <= MAX_USER_CHARACTERS && !CONTROL_CHARACTER.test(user);
  return isHostUsable && isUserUsable ? { ...server, host, user } : null;
}

function partNamed(placeholder: string, { address, localPart, domain }: AddressParts): string {
  if (placeholder === WHOLE_ADDRESS) return address;
  return placeholder === '%EMAILDOMAIN%' ? domain : localPart;
}

/** True for the domain and its subdomains: under the same control. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
