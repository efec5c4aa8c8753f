/** Port: which servers may be connected to, and at which address. */
import type { AccountOrigin } from '../../domain/mail-account.ts';

/** An address that was vetted. Connect to `address`, never to the name again (it may resolve otherwise). */
export interface VettedHost {
  /** IP address literal. */
  readonly address: string;
  readonly port: number;
  /** The name for SNI and certificate checks; undefined when the host was named by its IP address. */
  readonly serverName?: string;
}

/** A mail server as an account names it. */
export interface NamedServer {
  /** A host name or the literal of an IP address. */
  readonly host: string;
  readonly port: number;
  /** Who named it. */
  readonly origin: AccountOrigin;
}

/** Decides which mail servers may be connected to. */
export interface HostPolicy {
  /**
   * Resolves the host once and vets every address. Throws `invalid-parameter` for a host or port that a client may not
   * name, `server-unreachable` for a name that does not resolve or resolves to an address that is not allowed.
   */
  vet(server: NamedServer, signal: AbortSignal): Promise<VettedHost>;

  /** True when a connection of this origin may send its password without TLS. */
  isCleartextAllowed(origin: AccountOrigin): boolean;
}
