import type { AccountRequest, ImmediateAuthProvider } from '../../application/ports/auth-provider.ts';
import type { MailAccount, MailAccountId, OutboxServer } from '../../domain/accounts/mail-account.ts';
import { type Login, passwordLogin } from '../../domain/logins/login.ts';
import type { MailAddress } from '../../domain/values/mail-address.ts';
import { type OutboxData, readConnectionData, type SenderData } from './read-connection-data.ts';
import { unknownUser } from './unknown-user.ts';
import { isUserName } from './user-name.ts';

const LISTED_ID = 'local' as MailAccountId;

/**
 * Accounts from clients' `X-CNMAIL-DATA` (lumen-app-email, `local-mail-account`). Account ids are the
 * client's own.
 */
export function createLocalMailAccount(): ImmediateAuthProvider {
  return {
    hasSignIn: false,
    signInOptions: () => ({ methods: ['password', 'bearer'], oauth: null }),
    listAccounts: (credentials) =>
      credentials.connectionData === undefined ? [] : [toAccount({ credentials, id: LISTED_ID })],
    getAccount: toAccount,
  };
}

function toAccount({ credentials, id }: AccountRequest): MailAccount {
  const { login } = credentials;
  const { user } = login;
  if (!isUserName(user)) throw unknownUser();
  const { inbox, outbox, from, replyTo } = readConnectionData(credentials.connectionData);
  return {
    id,
    name: user,
    from: toAddress(from, user),
    replyTo: toAddress(replyTo, user),
    login,
    inbox,
    ...(outbox && { outbox: toOutboxServer(outbox, login) }),
    roots: [],
    origin: 'client',
  };
}

function toAddress({ address, name }: SenderData, user: string): MailAddress {
  return { address: address ?? user, name: name ?? address ?? user };
}

/** Most providers accept one login for both. */
function toOutboxServer(
  { host, port, security, user, password }: OutboxData,
  inboxLogin: Login,
): OutboxServer {
  const named = { ...inboxLogin, user: user ?? inboxLogin.user };
  const login = password === undefined ? named : passwordLogin(named.user, password);
  return { host, port, security, login };
}
