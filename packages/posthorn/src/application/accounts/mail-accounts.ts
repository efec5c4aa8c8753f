import { createLoginKey } from '../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { serverKey } from '../../domain/limits/limit-keys.ts';
import type { AccountRequest, AuthProvider, RequestCredentials } from '../ports/auth-provider.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { SignInAttempt, SignInGuard } from './sign-in-guard.ts';

/** Accounts whose login the mail server accepts. Throws like `AuthProvider` and `MailStore.verifyLogin`. */
export interface MailAccounts {
  /** Empty if the client stores its own accounts. */
  list(credentials: RequestCredentials, signal: AbortSignal): Promise<readonly MailAccount[]>;

  /** Throws `mail-account-unknown` only after the login is proved. */
  get(request: AccountRequest, signal: AbortSignal): Promise<MailAccount>;
}

/** Dependencies. */
export interface MailAccountsDependencies {
  readonly authProvider: AuthProvider;
  readonly mailStore: MailStore;
  /** Absent: sign-ins are unlimited. */
  readonly signInGuard?: SignInGuard;
}

type FoundAccounts =
  | { readonly accounts: readonly MailAccount[] }
  | { readonly accounts: readonly []; readonly failure: unknown };

/** The service. */
export function createMailAccounts(dependencies: MailAccountsDependencies): MailAccounts {
  const { authProvider, mailStore, signInGuard = OPEN_DOOR } = dependencies;
  const keyOf = createLoginKey();

  const attemptOf = (
    { client, login, connectionData = null }: RequestCredentials,
    accounts: readonly MailAccount[],
  ): SignInAttempt => {
    const [first] = accounts;
    return {
      ...{ client, user: login.user, origin: first?.origin },
      get key() {
        const servers = accounts.map(({ origin, inbox: { host, port, isTls } }) => [
          ...[origin, host, port, isTls],
        ]);
        const server = JSON.stringify(first === undefined ? connectionData : servers);
        return keyOf({ login, origin: first?.origin ?? 'client', server: [server] });
      },
      get server() {
        return first === undefined ? null : serverKey(first.inbox);
      },
      isKnown: () => first !== undefined && accounts.every((each) => mailStore.knowsLogin?.(each) ?? false),
      async refusal() {
        const refusals = await Promise.all(accounts.map((each) => mailStore.refusalOf?.(each)));
        return refusals.find((error) => error !== undefined);
      },
    };
  };

  const prove = async (
    credentials: RequestCredentials,
    find: () => Promise<readonly MailAccount[]>,
    signal: AbortSignal,
  ): Promise<readonly MailAccount[]> => {
    const found = await attempt(find);
    const { client } = credentials;
    const accounts = found.accounts.map((account) =>
      client === undefined ? account : { ...account, client },
    );
    if (accounts.length === 0 && !('failure' in found)) return accounts;
    const signIn = async (): Promise<readonly MailAccount[]> => {
      if ('failure' in found) throw found.failure;
      await Promise.all(accounts.map((account) => mailStore.verifyLogin(account, signal)));
      return accounts;
    };
    return signInGuard.run(attemptOf(credentials, accounts), signIn, signal);
  };

  const list: MailAccounts['list'] = (credentials, signal) =>
    prove(credentials, async () => authProvider.listAccounts(credentials, signal), signal);

  return {
    list,

    async get(request, signal) {
      const found = await attempt(async () => [await authProvider.getAccount(request, signal)]);
      if ('failure' in found && isUnknownAccount(found.failure)) {
        // Strangers must not probe for accounts.
        await list(request.credentials, signal);
        throw found.failure;
      }
      const find = async () => {
        if ('failure' in found) throw found.failure;
        return found.accounts;
      };
      const [account] = await prove(request.credentials, find, signal);
      if (account === undefined) throw new Error('The auth provider gives no account.');
      return account;
    },
  };
}

const OPEN_DOOR: SignInGuard = { run: (_attempt, signIn) => signIn() };

function isUnknownAccount(error: unknown): boolean {
  return error instanceof MailError && error.code === 'mail-account-unknown';
}

async function attempt(find: () => Promise<readonly MailAccount[]>): Promise<FoundAccounts> {
  try {
    return { accounts: await find() };
  } catch (failure) {
    return { accounts: [], failure };
  }
}
