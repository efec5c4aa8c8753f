/** Application service: the mail accounts that a client may use. */
import type { MailAccount, MailAccountId } from '../domain/mail-account.ts';
import type { AuthProvider, RequestCredentials } from './ports/auth-provider.ts';
import type { MailStore } from './ports/mail-store.ts';

/**
 * No account leaves this service before its mail server has accepted the login. Throws what
 * `AuthProvider` and `MailStore.verifyLogin` throw.
 */
export interface MailAccounts {
  /** All accounts of the client; empty when the client keeps its accounts to itself. */
  list(credentials: RequestCredentials, signal: AbortSignal): Promise<readonly MailAccount[]>;

  get(credentials: RequestCredentials, id: MailAccountId, signal: AbortSignal): Promise<MailAccount>;
}

/** What `createMailAccounts` works with. */
export interface MailAccountsDependencies {
  readonly authProvider: AuthProvider;
  readonly mailStore: MailStore;
}

/**
 * Creates the service for accounts. Every account that it returns has a login that the mail server accepted.
 */
export function createMailAccounts({ authProvider, mailStore }: MailAccountsDependencies): MailAccounts {
  return {
    async list(credentials, signal) {
      const accounts = await authProvider.listAccounts(credentials, signal);
      await Promise.all(accounts.map((account) => mailStore.verifyLogin(account, signal)));
      return accounts;
    },

    async get(credentials, id, signal) {
      const account = await authProvider.getAccount(credentials, id, signal);
      await mailStore.verifyLogin(account, signal);
      return account;
    },
  };
}
