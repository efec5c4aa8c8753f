import type { PublishedServer } from '../../../domain/accounts/mail-servers.ts';

/** Probes usual host names for mail servers. */
export interface ServerProbe {
  /** True for a greeting over TLS with a trusted certificate. Sends no user name. Rejects with the signal's reason. */
  isThere(
    server: Pick<PublishedServer, 'protocol' | 'host' | 'port' | 'security'>,
    signal: AbortSignal,
  ): Promise<boolean>;
}
