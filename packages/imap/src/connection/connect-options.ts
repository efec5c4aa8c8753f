import type { UnreadableResponse, UntaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';

/** `tls`: from the first octet; `starttls`: required; `starttls-if-offered`: else in clear text. */
export type ConnectionSecurity = 'tls' | 'starttls' | 'starttls-if-offered' | 'cleartext';

/** Milliseconds. */
export interface Deadlines {
  /** Name look-up included. */
  readonly connectMs: number;
  readonly tlsMs: number;
  readonly greetingMs: number;
  /** For commands without a limit of their own. */
  readonly commandMs: number;
  /** For a literal. */
  readonly continuationMs: number;
  /** Also after BYE. */
  readonly logoutMs: number;
}

export const DEFAULT_DEADLINES: Deadlines = {
  connectMs: 10_000,
  tlsMs: 10_000,
  greetingMs: 10_000,
  commandMs: 30_000,
  continuationMs: 30_000,
  logoutMs: 2_000,
};

/** The network cost of one command, before TLS. */
export interface Traffic {
  /** One, and one for each continuation request. */
  readonly roundTrips: number;
  readonly sentOctets: number;
  /** While this was the oldest command in flight. */
  readonly receivedOctets: number;
}

/** Events of a connection. Listeners must not throw. */
export interface ConnectionListeners {
  /** Each readable response, in order, before its command or listener. */
  readonly onUntagged?: (response: UntaggedResponse) => void;
  /** No command in flight took it. */
  readonly onUnclaimed?: (response: UntaggedResponse) => void;
  /** Outside the grammar; `command` is the oldest in flight, or null. */
  readonly onUnreadable?: (
    response: UnreadableResponse,
    context: { readonly command: string | null },
  ) => void;
  /** Once for each command, before its `run` settles, in the asynchronous context of that call. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** Undefined if this side ended it. */
  readonly onClose?: (error: Error | undefined) => void;
}

/** Server, encryption and limits. */
export interface ConnectOptions extends ConnectionListeners {
  readonly host: string;
  readonly port: number;
  /** In the certificate and in SNI; `host` by default. An address has no SNI (RFC 6066 §3). */
  readonly serverName?: string;
  readonly security: ConnectionSecurity;
  /** PEM, besides Node's roots. Pass the same array each time: it is parsed once. */
  readonly extraRoots?: readonly string[];
  readonly bounds?: Partial<Bounds>;
  readonly deadlines?: Partial<Deadlines>;
}
