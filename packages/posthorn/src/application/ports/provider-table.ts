import type { PublishedServers } from '../../domain/accounts/mail-servers.ts';

/** The built-in table of providers. */
export interface ProviderTable {
  /** In ASCII and lower case. */
  find(domain: string): PublishedServers | undefined;
}
