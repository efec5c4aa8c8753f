import { createProviderServers } from '../adapters/oauth/provider-servers.ts';
import { proveSmtpLogin } from '../adapters/smtp/smtp-transport.ts';
import { createAccessGrants } from '../application/connected/access-grants.ts';
import { createAccessTokens } from '../application/connected/access-tokens.ts';
import { createAccountLogins, originOf } from '../application/connected/account-logins.ts';
import { createAccountOpening } from '../application/connected/account-opening.ts';
import { createAccountRemovals } from '../application/connected/account-removals.ts';
import { createAccountStanding } from '../application/connected/account-standing.ts';
import { createAccountTrial, loginToTry } from '../application/connected/account-trial.ts';
import { announceChanges } from '../application/connected/announced-changes.ts';
import { createConnectedAccounts } from '../application/connected/connected-accounts.ts';
import { createLoginProof, type LoginProof } from '../application/connected/login-proof.ts';
import { createRecentRows } from '../application/recent-rows.ts';
import { createDirectSubmissions } from '../application/sending/direct-submissions.ts';
import { hostKey } from '../domain/limits/limit-keys.ts';
import type { Bindings, Configuration, Services } from './services.ts';
import { toAccountNews } from './watching-bindings.ts';

/** Above the accounts with requests during a row's lifetime. */
const MAX_RECENT_ACCOUNTS = 1_000;

interface Server {
  readonly host: string;
  readonly port: number;
}

type ConnectedName =
  | 'connectedAccounts'
  | 'accountRows'
  | 'accountRemovals'
  | 'authorizationServers'
  | 'accessTokens'
  | 'accountLogins'
  | 'accountStanding'
  | 'accountOpening'
  | 'directSubmissions';

/** Connected account services, null without a store. `clockAheadMs`: see `OpenStore`; nodes share grants. */
export function connectedBindings(
  configuration: Configuration,
  clockAheadMs: () => number = () => 0,
): Pick<Bindings, ConnectedName> {
  const isOperatorServer = (server: Server) => isConfigured(configuration, server);
  return {
    accountRemovals: () => createAccountRemovals(),
    accountRows: ({ store }) =>
      store && createRecentRows({ find: (id) => store.accounts.find(id), max: MAX_RECENT_ACCOUNTS }),
    authorizationServers: ({ hostPolicy, clock }) =>
      createProviderServers({
        ...{ hostPolicy, extraRoots: configuration.extraRoots },
        now: () => clock() + clockAheadMs(),
      }),
    accessTokens: ({ store, authorizationServers, stateOwner, clock }) =>
      store &&
      createAccessTokens({
        ...{ grants: store.grants, secretBox: store.secretBox, servers: authorizationServers },
        providers: () => configuration.oauth?.providers ?? [],
        ...{ owner: stateOwner, now: () => clock() + clockAheadMs(), aheadMs: clockAheadMs },
      }),
    accountLogins: ({ store, accessTokens }) =>
      store &&
      accessTokens &&
      createAccountLogins({
        secretBox: store.secretBox,
        accessTokens,
        originOf: (account) => originOf(account, isOperatorServer),
      }),
    connectedAccounts: (services) => {
      const { store, accountRows: rows, accountRemovals: removals, clock } = services;
      if (store === null || rows === null) return null;
      const { accounts, secretBox } = store;
      const connected = createConnectedAccounts({
        ...{ accounts, rows, secretBox, removals, now: clock },
        discovery: services.mailServerDiscovery,
        loginProof: loginProofOf(services, configuration),
        grants: store.grants,
        accessGrants: createAccessGrants({
          providers: () => configuration.oauth?.providers ?? [],
          servers: services.authorizationServers,
        }),
      });
      return announceChanges(connected, toAccountNews(services));
    },
    accountStanding: ({ store, accountRows: rows, clock }) =>
      store &&
      rows &&
      createAccountStanding({ accounts: store.accounts, now: clock, forget: (id) => rows.forget(id) }),
    directSubmissions: ({ accountOpening: opening, messageComposer, mailTransport }) =>
      opening && createDirectSubmissions({ opening, messageComposer, mailTransport }),
    accountOpening: (services) => {
      const { accountRows: rows, accountLogins: logins, accountStanding: standing } = services;
      const { accountRemovals: removals, mailStore, clock: now } = services;
      return (
        rows &&
        logins &&
        standing &&
        createAccountOpening({ rows, logins, standing, removals, mailStore, now })
      );
    },
  };
}

function loginProofOf(
  { hostPolicy, mailStore, rateLimits }: Services,
  configuration: Configuration,
): LoginProof {
  const { extraRoots, settings } = configuration;
  const trial = createAccountTrial({
    ...{ hostPolicy, mailStore, loginOf: loginToTry },
    proveSubmission: (server, signal) => proveSmtpLogin({ hostPolicy, extraRoots }, server, signal),
    originOf: (account) => originOf(account, (server) => isConfigured(configuration, server)),
  });
  return createLoginProof({ trial, rateLimits, failuresPerMinute: settings.failedSignInsPerMinute });
}

function isConfigured({ mailServers }: Configuration, { host, port }: Server): boolean {
  const isIt = (server: Server) => server.port === port && hostKey(server.host) === hostKey(host);
  return mailServers.some(({ inbox, outbox }) => isIt(inbox) || (outbox !== undefined && isIt(outbox)));
}
