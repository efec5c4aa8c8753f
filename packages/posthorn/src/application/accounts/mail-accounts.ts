/** Application service: the mail accounts that a client may use. */
import { createLoginKey } from '../../domain/login-key.ts';
import type { MailAccount, MailAccountId } from '../../domain/mail-account.ts';
import type { AccountRequest, AuthProvider, RequestCredentials } from '../ports/auth-provider.ts';
import type { MailStore } from '../ports/mail-store.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/**
 * No account leaves this service before its mail server has accepted the login. Throws what
 * `AuthProvider` and `MailStore.verifyLogin` throw.
 */
export interface MailAccounts {
  /** All accounts of the client; empty when the client keeps its accounts to itself. */
  list(credentials: RequestCredentials, signal: AbortSignal): Promise<readonly MailAccount[]>;

  /** The account with this id. */
  get(request: AccountRequest, signal: AbortSignal): Promise<MailAccount>;
}

/** What `createMailAccounts` works with. */
export interface MailAccountsDependencies {
  readonly authProvider: AuthProvider;
  readonly mailStore: MailStore;
  /** Limits sign-ins with logins that were not accepted recently. Without it, nothing does. */
  readonly signInGuard?: SignInGuard;
}

/** Whose accounts: those of the login, or the one with the id. */
interface AskedAccounts {
  readonly credentials: RequestCredentials;
  readonly id: MailAccountId | null;
}

/**
 * Creates the service for accounts. Every account that it returns has a login that the mail server accepted.
 */
export function createMailAccounts(dependencies: MailAccountsDependencies): MailAccounts {
  const { authProvider, mailStore, signInGuard = OPEN_DOOR } = dependencies;
  const keyOf = createLoginKey();

  const prove = async (
    { credentials, id }: AskedAccounts,
    find: () => Promise<readonly MailAccount[]>,
    signal: AbortSignal,
  ): Promise<readonly MailAccount[]> => {
    const { client, login, connectionData = null } = credentials;
    const found = await attempt(find);
    const accounts = found.accounts.map((account) =>
      client === undefined ? account : { ...account, client },
    );
    const signIn = async (): Promise<readonly MailAccount[]> => {
      if ('failure' in found) throw found.failure;
      await Promise.all(accounts.map((account) => mailStore.verifyLogin(account, signal)));
      return accounts;
    };
    const isKnown = accounts.every((account) => mailStore.knowsLogin?.(account) ?? false);
    if (isKnown && !('failure' in found)) return signIn();
    // The id too: a wrong one is refused like a wrong password, and must not count against the right one.
    const key = keyOf({ login, origin: 'client', server: [JSON.stringify([connectionData, id])] });
    const made = { key, client, user: login.user, origin: accounts[0]?.origin };
    return signInGuard.run(made, signIn, signal);
  };

  return {
    list: (credentials, signal) =>
      prove({ credentials, id: null }, async () => authProvider.listAccounts(credentials, signal), signal),

    async get(request, signal) {
      const find = async () => [await authProvider.getAccount(request, signal)];
      const [account] = await prove(request, find, signal);
      if (account === undefined) throw new Error('The auth provider gives no account.');
      return account;
    },
  };
}

/** A guard that lets everybody try. */
const OPEN_DOOR: SignInGuard = { run: (_attempt, signIn) => signIn() };

type FoundAccounts =
  | { readonly accounts: readonly MailAccount[] }
  | { readonly accounts: readonly []; readonly failure: unknown };

async function attempt(find: () => Promise<readonly MailAccount[]>): Promise<FoundAccounts> {
  try {
    return { accounts: await find() };
  } catch (failure) {
    return { accounts: [], failure };
  }
}
