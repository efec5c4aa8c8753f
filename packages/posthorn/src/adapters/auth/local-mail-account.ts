/** Auth provider: each request contains the description of the client's own mail account. */
import type { AccountRequest, ImmediateAuthProvider } from '../../application/ports/auth-provider.ts';
import { type Login, passwordLogin } from '../../domain/login.ts';
import type { MailAccount, MailAccountId, OutboxServer } from '../../domain/mail-account.ts';
import type { MailAddress } from '../../domain/mail-address.ts';
import { type OutboxData, readConnectionData, type SenderData } from './read-connection-data.ts';
import { unknownUser } from './unknown-user.ts';
import { isUserName } from './user-name.ts';

/** The id of the account in a list; in paths the client may call it as it likes. */
const LISTED_ID = 'local' as MailAccountId;

/**
 * A provider for accounts that clients describe in the header `X-CNMAIL-DATA` (lumen-app-email,
 * `local-mail-account`). Any account id is the client's own account.
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
    // Which folders to show is up to the client, which filters the list.
    roots: [],
    origin: 'client',
  };
}

function toAddress({ address, name }: SenderData, user: string): MailAddress {
  return { address: address ?? user, name: name ?? address ?? user };
}

/** Most providers take the same login for sending, so that is the default. */
function toOutboxServer(
  { host, port, security, user, password }: OutboxData,
  inboxLogin: Login,
): OutboxServer {
  const named = { ...inboxLogin, user: user ?? inboxLogin.user };
  const login = password === undefined ? named : passwordLogin(named.user, password);
  return { host, port, security, login };
}
