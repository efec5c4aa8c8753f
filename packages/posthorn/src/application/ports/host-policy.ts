import type { AccountOrigin } from '../../domain/accounts/mail-account.ts';

/** A vetted address. Connect to it: the name may resolve differently later. */
export interface VettedHost {
  /** IP literal. */
  readonly address: string;
  readonly port: number;
  /** For SNI and certificates; absent for IP literals. */
  readonly serverName?: string;
}

/** An account's mail server. */
export interface NamedServer {
  /** Name or IP literal. */
  readonly host: string;
  readonly port: number;
  readonly origin: AccountOrigin;
}

/** Decides which mail servers are allowed. */
export interface HostPolicy {
  /**
   * Resolves once and vets every address. Throws `invalid-parameter` for a disallowed host or port,
   * `server-unreachable` for an unresolvable name or disallowed address.
   */
  vet(server: NamedServer, signal: AbortSignal): Promise<VettedHost>;

  /** Allows passwords without TLS. */
  isCleartextAllowed(origin: AccountOrigin): boolean;
}
