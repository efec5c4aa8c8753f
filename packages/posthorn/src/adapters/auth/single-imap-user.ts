/** Auth provider: users sign in to one of the operator's mail servers, found by their user name. */
import type { ImmediateAuthProvider, RequestCredentials } from '../../application/ports/auth-provider.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MailServerEntry } from '../../domain/mail-server-entry.ts';
import { unknownUser } from './unknown-user.ts';
import { isUserName } from './user-name.ts';

/**
 * A provider for the mail servers of the configuration (lumen-app-email, `single-imap-user`). The first entry
 * with a pattern that matches the user name is the account; its id is the entry's. Each request reads the entries again.
 */
export function createSingleImapUser(entries: () => readonly MailServerEntry[]): ImmediateAuthProvider {
  const findAccount = (credentials: RequestCredentials): MailAccount => {
    const entry = findEntry(entries(), credentials.login.user);
    if (entry === undefined) throw unknownUser();
    return toAccount(entry, credentials);
  };

  return {
    hasSignIn: true,
    listAccounts: (credentials) => [findAccount(credentials)],
    getAccount(credentials, id) {
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
  const address = { address: user, name: user };
  return {
    id: entry.id,
    name: user,
    from: address,
    replyTo: address,
    login,
    inbox: entry.inbox,
    ...(entry.outbox && { outbox: { ...entry.outbox, login } }),
    roots: entry.roots,
    origin: 'operator',
  };
}
