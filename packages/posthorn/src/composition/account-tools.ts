import type { NewAccount } from '../application/connected/account-values.ts';
import type { ConnectedAccounts } from '../application/connected/connected-accounts.ts';
import { eraseLogins } from '../application/connected/erased-logins.ts';
import { revokeGrants } from '../application/connected/grant-revocations.ts';
import type { MailServerDiscovery } from '../application/discovery/mail-server-discovery.ts';
import { createLogger } from '../observability/logger.ts';
import { createServices } from './create-services.ts';
import { defaultBindings } from './default-bindings.ts';
import { closeOnFailure, openStore } from './open-store.ts';
import type { Configuration } from './services.ts';

export type { NewAccount } from '../application/connected/account-values.ts';

/** Commands for connected accounts, usable beside a running server. Close them. */
export interface AccountTools extends Pick<ConnectedAccounts, 'listAll' | 'remove'> {
  create(account: NewAccount, signal: AbortSignal): ReturnType<ConnectedAccounts['create']>;
  discover: MailServerDiscovery['discover'];
  /** Erases all secrets and grants, then ends the grants at providers. */
  eraseLogins(): Promise<ErasedLogins>;
  close(): Promise<void>;
}

/** Numbers of accounts, their grants, and grants ended at providers. */
export interface ErasedLogins {
  readonly accounts: number;
  readonly grants: number;
  readonly revoked: number;
}

/** Opens the store; null without APP_DATABASE_URL. Rejects with a sentence for the operator. */
export async function openAccountTools(configuration: Configuration): Promise<AccountTools | null> {
  const opened = await openStore(configuration, { isServer: false });
  if (opened === null) return null;
  const { environment } = configuration.settings;
  // Standard output is for the result.
  const logger = createLogger({ level: 'silent', environment });
  return closeOnFailure(opened, async () => {
    const { services, close } = createServices(defaultBindings(configuration, opened), {
      logger: () => logger,
    });
    const { connectedAccounts, mailServerDiscovery, clock } = services;
    if (connectedAccounts === null) throw new Error('The store has no accounts.');
    return {
      ...connectedAccounts,
      discover: (address, signal) => mailServerDiscovery.discover(address, signal),
      async eraseLogins() {
        const { accounts, grants } = await eraseLogins({ ...opened.store, now: clock });
        const revoked = await revokeGrants(grants, {
          providers: () => configuration.oauth?.providers ?? [],
          ...{ servers: services.authorizationServers, secretBox: opened.store.secretBox },
        });
        return { accounts, grants: grants.length, revoked };
      },
      async close() {
        await close();
        await opened.close();
      },
    };
  });
}
