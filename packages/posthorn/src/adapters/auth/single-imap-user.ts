import type { ImmediateAuthProvider, RequestCredentials } from '../../application/ports/auth-provider.ts';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { bearerLogin, type Login } from '../../domain/logins/login.ts';
import { tokenNotSupported } from '../../domain/logins/token-errors.ts';
import { unknownUser } from './unknown-user.ts';
import { isUserName } from './user-name.ts';

/**
 * The configured mail servers (lumen-app-email, `single-imap-user`). The first entry matching the user name
 * is the account.
 */
export function createSingleImapUser(entries: () => readonly MailServerEntry[]): ImmediateAuthProvider {
  const findAccount = (credentials: RequestCredentials): MailAccount => {
    const entry = findEntry(entries(), credentials.login.user);
    if (entry === undefined) throw unknownUser();
    return toAccount(entry, credentials);
  };

  return {
    hasSignIn: true,
    // Without an entry, the response of a password entry.
    signInOptions(user) {
      const { auth = ['password'], oauth = null } = findEntry(entries(), user) ?? {};
      return { methods: auth, oauth };
    },
    acceptedLogins: () => ({
      hasTokens: entries().some(({ auth = ['password'] }) => auth.some((method) => method !== 'password')),
      hasConnectionData: false,
    }),
    listAccounts: (credentials) => [findAccount(credentials)],
    getAccount({ credentials, id }) {
      const account = findAccount(credentials);
      if (account.id === id) return account;
      throw new MailError('mail-account-unknown', { detail: 'The user has no mail account with this id.' });
    },
  };
}

function findEntry(entries: readonly MailServerEntry[], user: string): MailServerEntry | undefined {
  if (!isUserName(user)) return undefined;
  return entries.find((entry) => entry.patterns.some((pattern) => pattern.matches(user)));
}

function toAccount(entry: MailServerEntry, { login }: RequestCredentials): MailAccount {
  const { user } = login;
  requireKind(entry, login);
  const entryLogin = withLimits(login, entry);
  const address = { address: addressOf(user), name: user };
  return {
    id: entry.id,
    name: user,
    from: address,
    replyTo: address,
    login: entryLogin,
    inbox: entry.inbox,
    ...(entry.outbox && { outbox: { ...entry.outbox, login: entryLogin } }),
    roots: entry.roots,
    origin: 'operator',
  };
}

/** Dovecot's master users sign in as `jane@example.org*admin`, for Jane's mail. */
function addressOf(user: string): string {
  const at = user.indexOf('@');
  const end = at < 0 ? -1 : user.indexOf('*', at);
  return end < 0 ? user : user.slice(0, end);
}

/** Secrets go only where their kind is accepted. */
function requireKind({ auth = ['password'] }: MailServerEntry, { kind }: Login): void {
  if (auth.includes(kind)) return;
  if (kind === 'bearer') throw tokenNotSupported('The mail server of this user takes no OAuth tokens.');
  throw new MailError('authentication-failed', {
    detail: 'The mail server of this user takes no passwords. Sign in with an OAuth token.',
    reason: 'The entry of this user takes no passwords (auth).',
  });
}

function withLimits(login: Login, { tokenMinutes }: MailServerEntry): Login {
  if (login.kind === 'password') return login;
  const { user, secret, endsAt } = login;
  return bearerLogin(user, secret.reveal(), {
    endsAt,
    ...(tokenMinutes !== undefined && { tokenMinutes }),
  });
}
