import type { AccountOrigin, MailAccount, SendingAccount } from '../../domain/accounts/mail-account.ts';
import { loginBinding, outboxLoginBinding } from '../../domain/accounts/secret-bindings.ts';
import type { StoredAccount, StoredLogin } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { type Login, passwordLogin } from '../../domain/logins/login.ts';
import type { SecretBinding } from '../../domain/logins/sealed-secret.ts';
import { SealedSecretError, type SecretBox } from '../ports/state/secret-box.ts';
import { secretUnreadable } from './secret-unreadable.ts';

/** Logins of OAuth accounts. */
export interface AccessTokens {
  /** Throws `reauthentication-needed`, and `server-*` if the provider cannot be asked. */
  loginOf(account: StoredAccount, signal: AbortSignal): Promise<Login>;
}

/** Dependencies. */
export interface AccountLoginsDependencies {
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly accessTokens: AccessTokens;
  readonly originOf: (account: Pick<StoredAccount, 'inbox' | 'outbox'>) => AccountOrigin;
}

/** Opens stored accounts. Secrets stay in memory during the request only. */
export interface AccountLogins {
  /** Throws `capability-missing` without an inbox, `secret-unreadable`, and like `AccessTokens`. */
  open(account: StoredAccount, signal: AbortSignal): Promise<MailAccount>;

  /** Also without an inbox. */
  openForSending(account: StoredAccount, signal: AbortSignal): Promise<SendingAccount>;
}

/** The service. */
export function createAccountLogins({
  secretBox,
  accessTokens,
  originOf,
}: AccountLoginsDependencies): AccountLogins {
  const openLogin = async (
    account: StoredAccount,
    { login, binding }: { readonly login: StoredLogin; readonly binding: SecretBinding },
    signal: AbortSignal,
  ): Promise<Login> => {
    try {
      return login.mechanism === 'password'
        ? passwordLogin(login.user, secretBox.open(login.password, binding).reveal())
        : await accessTokens.loginOf(account, signal);
    } catch (error) {
      throw error instanceof SealedSecretError ? secretUnreadable(error) : error;
    }
  };

  const openForSending = async (account: StoredAccount, signal: AbortSignal): Promise<SendingAccount> => {
    const { id, name, from, replyTo, outbox, roots, outboxLogin } = account;
    const login = await openLogin(account, { login: account.login, binding: loginBinding(account) }, signal);
    const sending =
      outboxLogin === null
        ? login
        : await openLogin(account, { login: outboxLogin, binding: outboxLoginBinding(account) }, signal);
    return {
      ...{ id, name, from, replyTo, login, roots },
      ...(outbox !== null && { outbox: { ...outbox, login: sending } }),
      origin: originOf(account),
    };
  };

  return {
    openForSending,

    async open(account, signal) {
      const { inbox } = account;
      if (inbox === null) {
        throw new MailError('capability-missing', { detail: 'The account sends only: it has no inbox.' });
      }
      return { ...(await openForSending(account, signal)), inbox };
    },
  };
}

/** The operator's servers may have any address. */
export function originOf(
  { inbox, outbox }: Pick<StoredAccount, 'inbox' | 'outbox'>,
  isConfigured: (server: { readonly host: string; readonly port: number }) => boolean,
): AccountOrigin {
  return [inbox, outbox].every((server) => server === null || isConfigured(server)) ? 'operator' : 'client';
}
