import type { VettedHost } from '../host-policy.ts';

/** Decides which receivers of webhooks are allowed. */
export interface ReceiverPolicy {
  /** Returns why the URL is refused, in a sentence for the client; null if it is not, as far as it shows without DNS. */
  refusalOf(url: string): string | null;

  /**
   * Resolves the host once and vets every address. Throws `host-not-allowed` for a refused URL or address, and
   * `server-unreachable` for an unresolvable name.
   */
  vet(url: string, signal: AbortSignal): Promise<VettedHost>;
}
