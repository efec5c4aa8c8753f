import type { VettedHost } from '../host-policy.ts';

/** Decides which webhook receivers are allowed. */
export interface ReceiverPolicy {
  /** The reason to refuse the URL without DNS, as a sentence for the client. */
  refusalOf(url: string): string | null;

  /**
   * Resolves once and vets every address. Throws `host-not-allowed` for a refused URL or address,
   * `server-unreachable` for an unresolvable name.
   */
  vet(url: string, signal: AbortSignal): Promise<VettedHost>;
}
