/** The options of a connection, and the events that it reports. */
import type { UnreadableResponse, UntaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';

/**
 * How the connection is encrypted. `tls`: from its first octet. `starttls`: by STARTTLS, or there is no connection.
 * `starttls-if-offered`: by STARTTLS where the server offers it. `cleartext`: never.
 */
export type ConnectionSecurity = 'tls' | 'starttls' | 'starttls-if-offered' | 'cleartext';

/** How long the server may take, in milliseconds. */
export interface Deadlines {
  /** Until the TCP connection is established, including the look-up of a name. */
  readonly connectMs: number;
  /** For one TLS handshake. */
  readonly tlsMs: number;
  readonly greetingMs: number;
  /** For a command whose budget has no other limit, from its first octet to the tagged response. */
  readonly commandMs: number;
  /** For the continuation request that a literal waits for. */
  readonly continuationMs: number;
  /** For LOGOUT, and for the end of the connection after a BYE. */
  readonly logoutMs: number;
}

/** Long enough for a server far away under load. */
export const DEFAULT_DEADLINES: Deadlines = {
  connectMs: 10_000,
  tlsMs: 10_000,
  greetingMs: 10_000,
  commandMs: 30_000,
  continuationMs: 30_000,
  logoutMs: 2_000,
};

/** What one command cost on the network. Octets are those of IMAP, before TLS. */
export interface Traffic {
  /** How often the client waited for the server: once, and once more for each continuation request. */
  readonly roundTrips: number;
  readonly sentOctets: number;
  /** Received while this was the oldest command in flight. */
  readonly receivedOctets: number;
}

/** The events of a connection other than the responses to commands. Listeners are called at once and must not throw. */
export interface ConnectionListeners {
  /** Each readable untagged response once, in the order of their arrival, before the command or the listener that it is for. */
  readonly onUntagged?: (response: UntaggedResponse) => void;
  /** An untagged response that no command in flight took. */
  readonly onUnclaimed?: (response: UntaggedResponse) => void;
  /** A response that does not fit the grammar; `command` is the oldest in flight, null between commands. */
  readonly onUnreadable?: (
    response: UnreadableResponse,
    context: { readonly command: string | null },
  ) => void;
  /** Called once for each command that was sent, before its `run` settles, in the asynchronous context of that call. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** The connection has ended; undefined where this side ended it. */
  readonly onClose?: (error: Error | undefined) => void;
}

/** Where to connect, how it is encrypted, and how much the server may cost. */
export interface ConnectOptions extends ConnectionListeners {
  /** An IP address or a name. */
  readonly host: string;
  readonly port: number;
  /** The name in the certificate and in SNI; `host` when left out. For an address, SNI is left out (RFC 6066 §3). */
  readonly serverName?: string;
  readonly security: ConnectionSecurity;
  /** PEM, trusted in addition to Node's own roots. Pass the same array for each connection: it is read once. */
  readonly extraRoots?: readonly string[];
  /** Members that are left out are those of DEFAULT_BOUNDS. */
  readonly bounds?: Partial<Bounds>;
  /** Members that are left out are those of DEFAULT_DEADLINES. */
  readonly deadlines?: Partial<Deadlines>;
}
