import type { UnreadableResponse, UntaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';

/** `starttls-if-offered` falls back to clear text. */
export type ConnectionSecurity = 'tls' | 'starttls' | 'starttls-if-offered' | 'cleartext';

/** Milliseconds. */
export interface Deadlines {
  /** Includes name lookup. */
  readonly connectMs: number;
  readonly tlsMs: number;
  readonly greetingMs: number;
  /** For commands without their own limit. */
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

/** A command's network cost, before TLS. */
export interface Traffic {
  /** One per command and continuation request. */
  readonly roundTrips: number;
  readonly sentOctets: number;
  /** While this was the oldest in flight. */
  readonly receivedOctets: number;
}

/** Connection events. Listeners must not throw. */
export interface ConnectionListeners {
  /** Readable responses, before command or listener. */
  readonly onUntagged?: (response: UntaggedResponse) => void;
  /** Responses that no command took. */
  readonly onUnclaimed?: (response: UntaggedResponse) => void;
  /** `command` is the oldest in flight. */
  readonly onUnreadable?: (
    response: UnreadableResponse,
    context: { readonly command: string | null },
  ) => void;
  /** Per command, before `run` settles, in its caller's async context. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** Undefined if this side ended it. */
  readonly onClose?: (error: Error | undefined) => void;
}

/** Server, encryption and limits. */
export interface ConnectOptions extends ConnectionListeners {
  readonly host: string;
  readonly port: number;
  /** For certificate and SNI; `host` by default. Addresses have no SNI (RFC 6066 §3). */
  readonly serverName?: string;
  readonly security: ConnectionSecurity;
  /** PEM, besides Node's roots. Parsed once per array: reuse it. */
  readonly extraRoots?: readonly string[];
  readonly bounds?: Partial<Bounds>;
  readonly deadlines?: Partial<Deadlines>;
}
