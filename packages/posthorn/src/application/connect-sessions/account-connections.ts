import { createLoginKey } from '../../domain/accounts/login-key.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { ServerKey } from '../../domain/limits/limit-keys.ts';
import { serverKey } from '../../domain/limits/limit-keys.ts';
import { passwordLogin } from '../../domain/logins/login.ts';
import type { SignInAttempt, SignInGuard } from '../accounts/sign-in-guard.ts';
import type { GivenLogin } from '../connected/account-values.ts';
import type { ConnectedAccounts } from '../connected/connected-accounts.ts';
import type {
  AccountConnections,
  AccountToConnect,
  ConnectedServers,
  ConnectionLogin,
} from './account-connection.ts';

/** Dependencies. */
export interface AccountConnectionsDependencies {
  readonly connectedAccounts: Pick<ConnectedAccounts, 'create' | 'change' | 'remove'>;
  /** Counts failures per client against password guessing. */
  readonly signInGuard: SignInGuard;
}

/** The service. */
export function createAccountConnections(dependencies: AccountConnectionsDependencies): AccountConnections {
  const { connectedAccounts, signInGuard } = dependencies;
  const keyOf = createLoginKey();

  const attemptOf = ({ login, client, servers }: AccountToConnect): SignInAttempt => {
    const { user } = login;
    const secret = login.mechanism === 'password' ? login.password : login.grant.refreshToken;
    const server = serverOf(servers);
    return {
      key: keyOf({
        login: passwordLogin(user, secret.reveal()),
        ...{ origin: 'client', server: [JSON.stringify(servers)] },
      }),
      ...{ client, user, origin: 'client', server },
      isKnown: () => false,
      refusal: async () => undefined,
    };
  };

  return {
    connect: (account, signal) =>
      signInGuard.run(attemptOf(account), () => store(connectedAccounts, account, signal), signal),

    async disconnect(id) {
      try {
        await connectedAccounts.remove({ id });
      } catch (error) {
        if (!(error instanceof MailError) || error.code !== 'mail-account-unknown') throw error;
      }
    },
  };
}

async function store(
  accounts: AccountConnectionsDependencies['connectedAccounts'],
  { id, isNew, address, name, servers, login: given }: AccountToConnect,
  signal: AbortSignal,
): Promise<void> {
  const login = toGivenLogin(given);
  if (!isNew) {
    await accounts.change({ id, change: () => servers, login, isTried: true }, signal);
    return;
  }
  const from = { address, name };
  const values = { name, from, replyTo: from, roots: [], ...servers };
  await accounts.create({ id, values, login, outboxLogin: null, isTried: true }, signal);
}

function toGivenLogin(login: ConnectionLogin): GivenLogin {
  const { user } = login;
  if (login.mechanism === 'password') return { mechanism: 'password', user, password: login.password };
  const { provider, refreshToken, accessToken, accessEndsAt, subject, scope } = login.grant;
  const access = { token: accessToken, endsAt: accessEndsAt, subject, scope };
  return { mechanism: 'oauth', user, provider, refreshToken, access };
}

function serverOf({ inbox, outbox }: ConnectedServers): ServerKey | null {
  const server = inbox ?? outbox;
  return server && serverKey(server);
}
