import { createSignInGuard } from '../application/accounts/sign-in-guard.ts';
import { createAccountConnections } from '../application/connect-sessions/account-connections.ts';
import { type ConnectRules, createConnectLinks } from '../application/connect-sessions/connect-links.ts';
import { createConnectPage } from '../application/connect-sessions/create-connect-page.ts';
import { createProviderSignIns } from '../application/connect-sessions/provider-sign-ins.ts';
import { createNetworkList } from '../domain/network/network-list.ts';
import { processShare } from './process-share.ts';
import type { Bindings, Configuration } from './services.ts';

type ConnectName = 'signInGuard' | 'providerSignIns' | 'connectLinks' | 'connectPage';

/** Connect page services (null without a store), and all sign-ins' guard. */
export function connectBindings(configuration: Configuration): Pick<Bindings, ConnectName> {
  const { settings, processCount = 1 } = configuration;
  const connectRules = (): ConnectRules => ({
    returnUrls: configuration.oauth?.returnUrls ?? [],
    providers: configuration.oauth?.providers.map(({ id }) => id) ?? [],
  });
  return {
    signInGuard: ({ rateLimits, signInOutcomes }) =>
      createSignInGuard({
        rateLimits,
        signInOutcomes,
        failuresPerMinute: settings.failedSignInsPerMinute,
        isTrusted: createNetworkList(settings.trustedClients),
        configuration: () => configuration.mailServers,
        processCount,
        queueLimits: processShare(processCount).signInQueue,
      }),
    providerSignIns: ({ authorizationServers }) =>
      createProviderSignIns({
        providers: () => configuration.oauth?.providers ?? [],
        mailServers: () => configuration.mailServers,
        servers: authorizationServers,
      }),
    connectLinks: ({ store, clock }) => store && createConnectLinks({ store, connectRules, clock }),
    connectPage: (services) => {
      const { store, connectedAccounts, clock } = services;
      if (store === null || connectedAccounts === null) return null;
      const { providerSignIns, publicDiscovery, signInGuard } = services;
      return createConnectPage({
        ...{ store, connectRules, providerSignIns, publicDiscovery, clock },
        connections: createAccountConnections({ connectedAccounts, signInGuard }),
        mailServers: () => configuration.mailServers,
      });
    },
  };
}
